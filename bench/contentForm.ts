import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { remove, startApp, tempFolder } from '#tests/e2e/app.ts'
import { columnWith } from '#tests/e2e/pages/contentForm.ts'
import { Shell } from '#tests/e2e/pages/shell.ts'
import { serverApi } from '#tests/e2e/serverApi.ts'

const FIELDS = 60
const ROUNDS = 11

/** Every tenth field is not a line of text; the last one is rich text. */
const TYPES = ['MultiLine', 'Date', 'Photo', 'BatchPhoto', 'DateTime'] as const
const typeOf = (at: number) =>
  at === FIELDS - 1 ? 'Editor' : at % 10 === 9 ? (TYPES[Math.floor(at / 10)] ?? 'MultiLine') : 'SingleLine'

/** Times after the last response that the form waits for, ms. */
interface OpenTimes {
  /** Time until the fields that fit into the window are painted. */
  first: number
  /** Time until the last field is painted. */
  last: number
}

/** Opens the form of a new entry on a loaded, idle page. */
async function open(page: Page): Promise<OpenTimes> {
  await page.waitForLoadState('networkidle')
  await page.evaluate((count) => {
    const pageGlobals = globalThis as unknown as { opened: Promise<OpenTimes> }
    const plain = globalThis.fetch
    let arrived = 0
    globalThis.fetch = async (input, init) => {
      const answer = await plain(input, init)
      const body = await answer.clone().text()
      const asked = typeof init?.body === 'string' ? init.body : ''
      if (/"(content\.form|localDrafts\.list)"/.test(asked) && body) arrived = performance.now()
      return answer
    }
    const painted = (selector: string): Promise<number> =>
      new Promise((resolve) => {
        const poll = (): void => {
          if (arrived > 0 && document.querySelector(selector))
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - arrived)))
          else requestAnimationFrame(poll)
        }
        poll()
      })
    const both = Promise.all([
      painted('[role=dialog] input[name="field8"]'),
      painted(`[role=dialog] [contenteditable=true][aria-label="字段 ${count - 1}"]`),
    ])
    pageGlobals.opened = both.then(([first, last]) => ({ first, last }))
  }, FIELDS)
  await page.getByRole('main').getByRole('button', { name: '新增', exact: true }).click()
  return page.evaluate(() => (globalThis as unknown as { opened: Promise<OpenTimes> }).opened)
}

/** Opens the form of a column with 60 fields, through host and server, in Chromium. Needs `npm run build`. */
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
    const fresh: OpenTimes[] = []
    const again: OpenTimes[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
      const first = await open(page)
      await page.getByRole('dialog').getByRole('button', { name: '取消', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      const second = await open(page)
      // The first round is a warm-up, in which the code is compiled.
      if (round === 0) continue
      fresh.push(first)
      again.push(second)
    }
    report('opened first in a window', fresh)
    report('opened again', again)
  } finally {
    await browser.close()
    await app.stop()
    remove(dataDir)
  }
}

function report(when: string, times: readonly OpenTimes[]): void {
  const sorted = (part: keyof OpenTimes): string =>
    times
      .map((each) => each[part])
      .toSorted((one, other) => one - other)
      .map((ms) => ms.toFixed(0))
      .join(', ')
  console.log(`a form of ${FIELDS} fields, ${when}: a window full of them after ${sorted('first')} ms`)
  console.log(`a form of ${FIELDS} fields, ${when}: the last of them after ${sorted('last')} ms`)
}
