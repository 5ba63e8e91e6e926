import { expect, test } from '../fixtures.ts'
import { Shell } from '../pages/shell.ts'

test('two windows work on two sites, and what is saved goes to the site that its page shows', async ({
  shell,
  page,
  context,
}) => {
  test.slow()
  const current = (at: typeof page) => at.getByRole('combobox', { name: '当前站点' })
  const row = (at: typeof page, title: string) => at.getByRole('row').filter({ hasText: title })
  await expect(current(page)).toContainText('集团')
  const first = (await current(page).innerText()).trim()
  await shell.open('标签分类')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  await page.getByRole('dialog').getByLabel('分类名称').fill('第一个站点的')

  const two = await context.newPage()
  await two.goto(new URL('/index', page.url()).href)
  await current(two).click()
  await two.getByRole('listbox').getByRole('option').filter({ hasNotText: first }).first().click()
  await expect(current(two)).not.toHaveText(first)
  const second = (await current(two).innerText()).trim()

  // The dialog in the first window has never heard of it.
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(row(page, '第一个站点的')).toBeVisible()
  await expect(current(page)).toHaveText(first)
  await page.reload()
  await expect(current(page)).toHaveText(first)
  await expect(row(page, '第一个站点的')).toBeVisible()

  await new Shell(two).open('标签分类')
  await expect(two.getByRole('combobox', { name: '站点', exact: true })).toHaveText(second)
  await expect(row(two, '第一个站点的')).toHaveCount(0)
  await two.getByRole('button', { name: '新增', exact: true }).click()
  await two.getByRole('dialog').getByLabel('分类名称').fill('第二个站点的')
  await two.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(row(two, '第二个站点的')).toBeVisible()
  await page.reload()
  await expect(row(page, '第一个站点的')).toBeVisible()
  await expect(row(page, '第二个站点的')).toHaveCount(0)

  // A third window starts with what was chosen last.
  const three = await context.newPage()
  await three.goto(new URL('/index', page.url()).href)
  await expect(current(three)).toHaveText(second)
})
