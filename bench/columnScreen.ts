import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { chromium, type Page } from '@playwright/test'
import { remove, startApp, tempFolder } from '#tests/e2e/app.ts'
import { Shell } from '#tests/e2e/pages/shell.ts'

const COLUMNS = 5000
const ROUNDS = 5

/** Adds 100 top-level columns to the second site, and the others below them. */
export function fillColumns(file: string): void {
  const db = new DatabaseSync(file)
  db.exec('pragma busy_timeout = 10000')
  const { id, ...model } = db.prepare('select * from site_column where "siteId" = 2 limit 1').get() ?? {}
  const names = Object.keys({ ...model, id })
  const insert = db.prepare(
    `insert into site_column (${names.map((name) => `"${name}"`).join()}) values (${names.map(() => '?').join()})`,
  )
  db.exec('begin')
  for (let at = 0; at < COLUMNS; at++) {
    const parentId = at < 100 ? 0 : 100_000 + (at % 100)
    const row: Record<string, unknown> = {
      ...model,
      id: 100_000 + at,
      parentId,
      title: `栏目 ${at}`,
      identifies: '',
      code: '',
    }
    insert.run(...names.map((name) => row[name] as string | number))
  }
  db.exec('commit')
  db.close()
  if (id === undefined) throw new Error('the demo site has no column')
}

/** Time from choosing the site until its first row is painted, ms. */
export async function openSite(page: Page): Promise<number> {
  await page
    .getByRole('row', { name: /新闻中心/ })
    .first()
    .waitFor()
  const site = page.getByRole('combobox', { name: '站点' }).last()
  await site.click()
  const option = page.getByRole('option', { name: '海洋科技' })
  await option.waitFor()
  await page.evaluate(() => {
    const pageGlobals = globalThis as unknown as { opened: Promise<number> }
    pageGlobals.opened = new Promise((resolve) => {
      let began = 0
      addEventListener('click', () => (began = performance.now()), { capture: true, once: true })
      const poll = (): void => {
        if (began > 0 && document.querySelector('[role=treegrid]')?.textContent?.includes('栏目 '))
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
        else requestAnimationFrame(poll)
      }
      poll()
    })
  })
  await option.click()
  const ms = await page.evaluate(() => (globalThis as unknown as { opened: Promise<number> }).opened)
  await site.click()
  await page.getByRole('option', { name: '集团官网' }).click()
  return ms
}

/**
 * Opens a site with 5,000 columns in the column management, through host and server, in Chromium. Needs `npm run
 * build`.
 */
export async function columnScreen(): Promise<void> {
  const dataDir = tempFolder('bench')
  const app = await startApp(dataDir)
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(app.launchAddress)
    const shell = new Shell(page)
    await shell.useBuiltin()
    fillColumns(join(dataDir, 'server/sitecraft.db'))
    await shell.open('栏目管理')
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      times.push(await openSite(page))
      // Clears the page's caches.
      await page.reload()
    }
    const sorted = times.toSorted((a, b) => a - b)
    console.log(`a site of ${COLUMNS} columns opens in ${sorted.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  } finally {
    await browser.close()
    await app.stop()
    remove(dataDir)
  }
}
