import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium as browsers } from '@playwright/test'
import { remove, startApp, tempFolder } from '#tests/e2e/app.ts'
import { chromium } from '#tests/e2e/chromium.ts'
import { camera, THEMES } from '#tests/screenshots/camera.ts'
import { tour } from '#tests/screenshots/tour.ts'
import { buildIfStale } from './start/build.ts'
import { ROOT } from './start/root.ts'

// `npm run screenshots [-- --only 模板] [--as editor] [--out DIR]`: builds stale parts, starts the product on a new data
// folder with the demo sites, and captures every screen and the main dialogs in light and dark, at 1280×800 and
// 1920×1080.
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'test-results/screenshots') },
    only: { type: 'string', default: '' },
    as: { type: 'string', default: '' },
  },
})

if (!process.env.SITECRAFT_BUILD && !(await buildIfStale())) process.exit(1)
// Removes pictures of former screens; the folder may contain other files.
if (!values.only) for (const theme of THEMES) rmSync(join(values.out, theme), { recursive: true, force: true })

const began = performance.now()
const data = tempFolder('screenshots')
const app = await startApp(data, { HOME: data })
const browser = await browsers.launch(chromium)
try {
  const page = await browser.newPage({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1280, height: 800 },
  })
  const shots = camera(page, values.out)
  const failures = await tour(page, app, shots, { wanted: values.only, who: values.as })
  for (const line of [...shots.remarks, ...failures]) console.log(line)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${shots.taken} pictures in ${seconds} s: ${values.out}`)
  if (failures.length > 0 || shots.taken === 0) process.exitCode = 1
} finally {
  await browser.close()
  await app.stop()
  remove(data)
}
