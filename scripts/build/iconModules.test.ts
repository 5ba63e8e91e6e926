import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from '../start/root.ts'
import { iconModules } from './iconModules.ts'

// Inside the repository, or its files would find no icons.
let dir = ''
beforeEach(async () => {
  const above = join(ROOT, 'node_modules/.cache')
  await mkdir(above, { recursive: true })
  dir = await mkdtemp(join(above, 'icons-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

it('leaves the icons of later screens out of the first script', async () => {
  const icons = (names: string) => `import { ${names} } from '@fluentui/react-icons'`
  await writeFile(
    join(dir, 'main.ts'),
    `${icons('AddRegular as Plus, type FluentIcon')}
     export const icon: FluentIcon = Plus
     export const later = () => import('./later.ts')`,
  )
  await writeFile(
    join(dir, 'later.ts'),
    `${icons('TextNumberListLtrRegular, DataBarVertical32Filled')}
     export const icons = [TextNumberListLtrRegular, DataBarVertical32Filled]`,
  )
  const built = await build({
    root: dir,
    configFile: false,
    logLevel: 'error',
    plugins: [iconModules(ROOT)],
    build: { write: false, minify: false, lib: { entry: join(dir, 'main.ts'), formats: ['es'], fileName: 'main' } },
  })
  const [files] = Array.isArray(built) ? built : [built]
  if (!files || !('output' in files)) throw new Error('nothing was built')
  const chunks = files.output.filter((file) => file.type === 'chunk')
  const first = chunks.find(({ isEntry }) => isEntry)
  const later = chunks.filter((chunk) => chunk !== first)
  const made = (name: string) => new RegExp(`createFluentIcon\\(["']${name}["']`)
  expect(first?.code).toMatch(made('AddRegular'))
  for (const name of ['TextNumberListLtrRegular', 'DataBarVertical32Filled']) {
    expect(first?.code).not.toMatch(made(name))
    expect(
      later.some(({ code }) => made(name).test(code)),
      name,
    ).toBe(true)
  }
}, 60_000)
