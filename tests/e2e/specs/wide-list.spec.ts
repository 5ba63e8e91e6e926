import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { ContentList } from '../pages/content.ts'
import { columnWith } from '../pages/contentForm.ts'
import type { ServerApi } from '../serverApi.ts'

const FIELDS = ['title', ...Array.from({ length: 7 }, (_each, at) => `f${at}`)]
const TITLE = '第 1 篇'

/** A list of 12 columns, wider than the window. */
async function wideList(remote: ServerApi, page: Page, rows: number): Promise<void> {
  const id = await columnWith(
    remote,
    FIELDS.map((fieldName) => ({ fieldName, fieldAlias: `字段 ${fieldName}`, fieldType: 'SingleLine', isList: true })),
  )
  for (let at = rows; at > 0; at--) {
    const fieldList = FIELDS.map((fieldName) => ({
      fieldName,
      fieldValue: fieldName === 'title' ? `第 ${at} 篇` : `${fieldName} 的值 ${at}`,
    }))
    await remote.post(`api/cebest-cms/content/${id}/save`, { fieldList, isStatus: true })
  }
  await page.goto(new URL(`/admin/model_manage/${id}`, page.url()).href)
  await new ContentList(page).row(TITLE).waitFor()
}

const left = async (at: Locator): Promise<number> => (await at.boundingBox())?.x ?? Number.NaN
const scrolled = (table: Locator): Promise<number> => table.evaluate((each) => each.parentElement?.scrollLeft ?? -1)
const toEnd = (table: Locator): Promise<void> =>
  table.evaluate((each) => each.parentElement?.scrollTo({ left: each.scrollWidth, behavior: 'instant' }))

/** How much of what is behind a cell it hides. */
const alphaOf = (cell: Locator): Promise<number> =>
  cell.evaluate((each) => {
    const [, , , alpha = '1'] = getComputedStyle(each).backgroundColor.match(/[\d.]+/g) ?? ['', '', '', '0']
    return Number(alpha)
  })

test('ticks, title and actions of a wide list stay in sight while it scrolls sideways', async ({
  shell,
  page,
  remote,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(shell.navigation).toBeVisible()
  await wideList(remote, page, 3)
  const list = new ContentList(page)
  const table = page.getByRole('table')
  const row = list.row(TITLE)
  const staying = [
    row.getByRole('checkbox'),
    row.getByTitle(TITLE, { exact: true }),
    list.action('更多', TITLE),
    page.getByRole('columnheader', { name: '字段 title' }),
    page.getByRole('columnheader', { name: '操作' }),
  ]
  const passing = row.getByText('f0 的值 1')
  for (const each of [...staying, passing]) await expect(each).toBeInViewport({ ratio: 1 })

  const before = await Promise.all(staying.map(left))
  const passed = await left(passing)
  await toEnd(table)
  expect(await scrolled(table)).toBeGreaterThan(300)
  expect(await Promise.all(staying.map(left))).toEqual(before)
  expect(await left(passing)).toBeLessThan(passed - 300)
  // What is behind does not show through, and clicks meet what is seen.
  await list.action('删除', TITLE).hover()
  await expect.poll(() => alphaOf(row.getByRole('cell').last())).toBe(1)
  await row.getByRole('checkbox').check()
  await expect(page.getByText('已选 1 项')).toBeVisible()
  expect(await scrolled(table)).toBeGreaterThan(300)

  // Back with the keyboard: what gets the focus stands beside the cells that stay, not below them.
  await table.evaluate((each) => each.parentElement?.scrollTo({ left: 0, behavior: 'instant' }))
  const sort = page.getByRole('textbox', { name: `排序 ${TITLE}` })
  await sort.focus()
  const [box, actions] = [await sort.boundingBox(), await row.getByRole('cell').last().boundingBox()]
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(actions?.x ?? 0)
})
