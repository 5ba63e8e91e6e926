import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { remove, startApp, tempFolder } from '#tests/e2e/app.ts'
import { columnWith } from '#tests/e2e/pages/contentForm.ts'
import { Shell } from '#tests/e2e/pages/shell.ts'
import { serverApi } from '#tests/e2e/serverApi.ts'

const FIELDS = 60
const ROUNDS = 7

/** Every tenth is no line of text; the last one is rich text. */
const TYPES = ['MultiLine', 'Date', 'Photo', 'BatchPhoto', 'DateTime'] as const
const typeOf = (at: number) =>
  at === FIELDS - 1 ? 'Editor' : at % 10 === 9 ? (TYPES[Math.floor(at / 10)] ?? 'MultiLine') : 'SingleLine'

/** From the arrival of the last answer that the form waits for to its last field on the screen, and a frame to paint it, ms. */
export async function open(page: Page): Promise<number> {
  await page.evaluate(
    (last) => {
      const seen = globalThis as unknown as { opened: Promise<number> }
      const plain = globalThis.fetch
      let arrived = 0
      globalThis.fetch = async (input, init) => {
        const answer = await plain(input, init)
        const body = await answer.clone().text()
        const asked = typeof init?.body === 'string' ? init.body : ''
        if (/"(content\.form|localDrafts\.list)"/.test(asked) && body) arrived = performance.now()
        return answer
      }
      seen.opened = new Promise((resolve) => {
        const look = (): void => {
          if (arrived > 0 && document.querySelector(`[role=dialog] [contenteditable=true][aria-label="${last}"]`))
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - arrived)))
          else requestAnimationFrame(look)
        }
        look()
      })
    },
    `字段 ${FIELDS - 1}`,
  )
  await page.getByRole('main').getByRole('button', { name: '新增', exact: true }).click()
  return page.evaluate(() => (globalThis as unknown as { opened: Promise<number> }).opened)
}

/** Opens the form of a column of 60 fields, through host and server, in Chromium. Needs `npm run build`. */
export async function contentForm(): Promise<void> {
  const dataDir = tempFolder('bench')
  const app = await startApp(dataDir)
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(app.launchAddress)
    await new Shell(page).useBuiltin()
    const remote = await serverApi(join(dataDir, 'server'), app.serverUrl)
    const classId = await columnWith(
      remote,
      Array.from({ length: FIELDS }, (_none, at) => ({
        fieldName: `field${at}`,
        fieldAlias: `字段 ${at}`,
        fieldType: typeOf(at),
        isList: at === 0,
        batchItemOpenTitle: true,
      })),
    )
    const times: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
      const ms = await open(page)
      // The first round compiles the code.
      if (round > 0) times.push(ms)
    }
    const sorted = times.toSorted((a, b) => a - b)
    console.log(`a form of ${FIELDS} fields opens in ${sorted.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  } finally {
    await browser.close()
    await app.stop()
    remove(dataDir)
  }
}
