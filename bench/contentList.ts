import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { chromium, type Page } from '@playwright/test'
import { fieldForm } from '#shared/contract/fieldForm.ts'
import { remove, startApp, tempFolder } from '#tests/e2e/app.ts'
import { ContentList } from '#tests/e2e/pages/content.ts'
import { Shell } from '#tests/e2e/pages/shell.ts'
import { serverApi } from '#tests/e2e/serverApi.ts'

const ROWS = 100
/** Number of list fields; with title, creation time, status, sort value and actions there are 12 columns. */
const FIELDS = 7
const ROUNDS = 5
const LONG_MS = 50
const COLUMN = '行业动态'

/** Gives the column this number of list fields; returns its id. */
function widen(file: string): number {
  const db = new DatabaseSync(file)
  db.exec('pragma busy_timeout = 10000')
  const names = ['title', ...Array.from({ length: FIELDS }, (_each, at) => `f${at}`)]
  const fields = names.map((fieldName, sort) => ({
    ...fieldForm.parse({ fieldName, fieldType: 'SingleLine' }),
    fieldAlias: `字段 ${fieldName}`,
    isList: true,
    sort,
  }))
  const row = db.prepare('select id from site_column where title = ? and "siteId" = 1').get(COLUMN)
  const id = Number(row?.['id'])
  db.prepare('update site_column set fields = ? where id = ?').run(JSON.stringify(fields), id)
  db.prepare('delete from content where "classId" = ?').run(id)
  db.prepare('delete from content_count where "classId" = ?').run(id)
  db.close()
  return id
}

/** Scroll distance per frame, px: a fast wheel vertically, a trackpad horizontally. */
const STEP = { down: 120, sideways: 30 } as const
type Direction = keyof typeof STEP

/** Frame times of scrolling through the whole table and back, ms. */
async function scroll(page: Page, direction: Direction): Promise<number[]> {
  const order = { isDown: direction === 'down', step: STEP[direction] }
  return page.getByRole('table', { name: COLUMN }).evaluate(async (table, { isDown, step }) => {
    const box = table.parentElement
    if (!box) throw new Error('no scroller')
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
    const frames: number[] = []
    const reach = isDown ? box.scrollHeight - box.clientHeight : box.scrollWidth - box.clientWidth
    let last = await frame()
    for (let at = 0; at <= 2 * reach; at += step) {
      const to = at <= reach ? at : 2 * reach - at
      if (isDown) box.scrollTop = to
      else box.scrollLeft = to
      const now = await frame()
      frames.push(now - last)
      last = now
    }
    return frames
  }, order)
}

/** Scrolls a content list with 100 rows and 12 columns, through host and server, in Chromium. Needs `npm run build`. */
export async function contentList(): Promise<void> {
  const dataDir = tempFolder('bench')
  const app = await startApp(dataDir)
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(app.launchAddress)
    await new Shell(page).useBuiltin()
    const server = join(dataDir, 'server')
    const remote = await serverApi(server, app.serverUrl)
    const classId = widen(join(server, 'sitecraft.db'))
    for (let at = 0; at < ROWS; at++) {
      const fieldList = [
        { fieldName: 'title', fieldValue: `第 ${at} 条内容，标题有一定的长度，需要截断显示` },
        ...Array.from({ length: FIELDS }, (_each, i) => ({ fieldName: `f${i}`, fieldValue: `值 ${at} ${i}` })),
      ]
      const { code, msg } = await remote.post(`api/cebest-cms/content/${classId}/save`, { fieldList, isStatus: true })
      if (code !== 200) throw new Error(msg)
    }
    await page.goto(new URL(`/admin/model_manage/${classId}?size=${ROWS}`, page.url()).href)
    const list = new ContentList(page)
    await list.row('第 0 条内容，标题有一定的长度，需要截断显示').waitFor()
    const columns = await page.getByRole('columnheader').count()
    const rounds = Array.from({ length: ROUNDS }, (): Direction[] => ['down', 'sideways']).flat()
    for (const direction of rounds) {
      const frames = await scroll(page, direction)
      const long = frames.filter((ms) => ms > LONG_MS).length
      const [median, most] = [0.5, 0.95].map(
        (part) => frames.toSorted((a, b) => a - b)[Math.floor(frames.length * part)],
      )
      console.log(
        `${ROWS} rows, ${columns - 1} columns, ${direction}: half of the frames take up to ${median?.toFixed(0)} ms, ` +
          `95 of 100 up to ${most?.toFixed(0)} ms, the longest ${Math.max(...frames).toFixed(0)} ms, ` +
          `${long} of ${frames.length} over ${LONG_MS} ms`,
      )
    }
  } finally {
    await browser.close()
    await app.stop()
    remove(dataDir)
  }
}
