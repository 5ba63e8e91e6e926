import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import type { RunningApp } from '../app.ts'
import { expect, test } from '../fixtures.ts'
import { Library } from '../pages/library.ts'

const MANY = 1000
const nameOf = (at: number): string => `文件 ${String(at).padStart(4, '0')}.zip`

/** Registers so many files, the newest one last, and opens them all on one page. */
async function openMany(app: RunningApp, page: Page): Promise<Library> {
  const db = new DatabaseSync(join(app.dataDir, 'server', 'sitecraft.db'))
  db.exec('pragma busy_timeout = 10000')
  const insert = db.prepare(
    `insert into attachment ("accountId", kind, "oldName", "accessPath", extension, size, "imageWidth", "imageHeight",
    sha512, sha256, dir, path, "isRegistered", "createTime") values (1, 'file', ?, ?, 'zip', 9, 0, 0, '', '', '', ?, 1, ?)`,
  )
  db.exec('begin')
  const newest = new Date('2026-11-01T10:00:00Z').getTime()
  for (let at = MANY - 1; at >= 0; at--)
    insert.run(nameOf(at), `/files/many/${at}.zip`, `many/${at}.zip`, newest - at * 1000)
  db.exec('commit')
  db.close()
  await page.goto(new URL(`/data/resource?tab=file&file.size=${MANY}`, page.url()).href)
  const library = new Library(page)
  await expect(library.file(nameOf(0))).toBeVisible()
  return library
}

test('a page of a thousand cards draws those in view; keys, choosing and deleting reach all', async ({
  shell: _in,
  app,
  page,
}) => {
  test.slow()
  const library = await openMany(app, page)
  const cards = library.files.getByRole('row')
  const chosen = page.getByRole('group', { name: '批量操作' }).getByRole('status')
  await expect(library.files).toHaveAttribute('aria-rowcount', String(MANY))
  expect(await cards.count()).toBeLessThan(150)

  // To the end and back by keys, and all between them.
  await library.file(nameOf(0)).focus()
  await page.keyboard.press(' ')
  await page.keyboard.press('End')
  await expect(library.file(nameOf(MANY - 1))).toBeFocused()
  await expect(library.file(nameOf(MANY - 1))).toBeInViewport({ ratio: 1 })
  await expect(library.file(nameOf(MANY - 1))).toHaveAttribute('aria-rowindex', String(MANY))
  await page.keyboard.press('Shift+ ')
  await expect(chosen).toHaveText(`已选 ${MANY} 项`)
  await page.getByRole('checkbox', { name: '全选本页' }).uncheck()
  await expect(chosen).toHaveText('未选择')

  // Scrolled away, what has the focus is still there, and the keys go on from it.
  const last = library.file(nameOf(MANY - 1))
  await last.focus()
  await library.files.evaluate((grid) => grid.parentElement?.scrollTo({ top: 0, behavior: 'instant' }))
  await expect(library.file(nameOf(0))).toBeInViewport({ ratio: 1 })
  await expect(last).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(library.file(nameOf(MANY - 2))).toBeFocused()
  await expect(library.file(nameOf(MANY - 2))).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Control+a')
  await expect(chosen).toHaveText(`已选 ${MANY} 项`)
  await page.getByRole('checkbox', { name: '全选本页' }).uncheck()

  // The card in the place of one that was deleted gets the focus.
  await library.file(nameOf(MANY - 2)).focus()
  await page.keyboard.press('Delete')
  await library.dialog.getByRole('button', { name: '确定' }).click()
  await expect(library.file(nameOf(MANY - 2))).toHaveCount(0)
  await expect(last).toBeFocused()
})
