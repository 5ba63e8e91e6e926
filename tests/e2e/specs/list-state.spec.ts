import { expect, test } from '../fixtures.ts'
import { DEMO, question, Templates } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'
import type { ServerApi } from '../serverApi.ts'

/** Makes templates 列表 1, 列表 2, … */
async function fill(remote: ServerApi, count: number): Promise<void> {
  for (let i = 1; i <= count; i++) {
    const answer = await remote.post('api/cebest-cms/template/save', {
      name: `列表 ${i}`,
      folder: `list-${i}`,
      siteId: 1,
    })
    expect(answer.code, answer.msg).toBe(200)
  }
}

test('a list stands where it was: after a reload, after going back, after another page, and after deleting its last row', async ({
  shell,
  page,
  remote,
}) => {
  const templates = new Templates(page)
  await templates.open()
  const seeded = (await templates.list.getByRole('row').count()) - 1
  await fill(remote, 11)
  await page.getByRole('button', { name: '刷新' }).click()
  const pager = page.getByRole('navigation', { name: '分页' })
  const current = pager.locator('[aria-current=page]')
  await expect(pager).toContainText(`共 ${seeded + 11} 条`)

  await pager.getByRole('button', { name: '下一页' }).click()
  await expect(templates.list.getByRole('row')).toHaveCount(seeded + 2)
  await page.reload()
  await expect(current).toHaveText('2')
  await expect(templates.list.getByRole('row')).toHaveCount(seeded + 2)

  await shell.open('设置')
  await shell.navigation.getByRole('button', { name: '模板列表' }).click()
  await expect(current).toHaveText('2')
  await expect(shell.tabs.getByRole('button', { name: '模板列表', exact: true })).toHaveCount(1)

  await page.getByRole('searchbox', { name: '搜索名称或标识' }).fill(DEMO.folder)
  await expect(pager).toContainText('共 1 条')
  expect(await violations(page)).toEqual([])
  await page.goBack()
  await expect(current).toHaveText('2')
  await expect(page.getByRole('searchbox', { name: '搜索名称或标识' })).toHaveValue('')

  await page.getByRole('searchbox', { name: '搜索名称或标识' }).fill('列表 ')
  await expect(pager).toContainText('共 11 条')
  await pager.getByRole('button', { name: '下一页' }).click()
  await expect(templates.list.getByRole('row')).toHaveCount(2)
  await templates.list.getByRole('button', { name: /^删除 / }).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(pager).toContainText('共 10 条')
  await expect(current).toHaveText('1')
  await expect(templates.list.getByRole('row')).toHaveCount(11)
})

test('what is searched for and not found is said, and one click takes the condition away', async ({
  shell: _in,
  page,
}) => {
  const templates = new Templates(page)
  await templates.open()
  await page.getByRole('searchbox', { name: '搜索名称或标识' }).fill('<b>没有'.repeat(30))
  await expect(page.getByText('没有找到', { exact: true })).toBeVisible()
  const { width, inner } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    inner: window.innerWidth,
  }))
  expect(width).toBeLessThanOrEqual(inner)
  await page.getByRole('button', { name: '清除条件' }).click()
  await expect(templates.row(DEMO.name)).toBeVisible()
  await expect(page).toHaveURL(/\/site\/template\/list$/)
})
