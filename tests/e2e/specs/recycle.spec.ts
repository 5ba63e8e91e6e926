import { expect, test } from '../fixtures.ts'
import { Recycle } from '../pages/recycle.ts'
import { question, Templates } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

test('a template that was deleted after 确定要删除? comes back with its files and sites [A-305]', async ({
  shell,
  page,
  remote,
}) => {
  await remote.post('api/cebest-cms/template/save', { name: '周年庆', folder: 'anniversary' })
  await remote.write('anniversary', 'index.html', '<p>庆</p>')
  const templates = new Templates(page)
  await templates.open()
  await page.getByRole('button', { name: '删除 周年庆', exact: true }).click()
  await expect(question(page)).toContainText('确定要删除?')
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('删除成功')).toBeVisible()
  await expect(templates.row('anniversary')).toHaveCount(0)

  const recycle = new Recycle(page)
  await recycle.open('模板')
  for (const text of ['anniversary', 'admin', '剩 30 天']) await expect(recycle.row('周年庆')).toContainText(text)
  await page.reload()
  await recycle.restore('周年庆')
  await templates.open()
  await expect(templates.row('anniversary')).toBeVisible()
  expect(await remote.read('anniversary', 'index.html')).toBe('<p>庆</p>')
})

test('a folder name that was given away keeps a template in the recycle area, and reports it', async ({
  shell,
  page,
  remote,
}) => {
  const save = async (name: string): Promise<number> => {
    const { data } = await remote.post('api/cebest-cms/template/save', { name, folder: 'again' })
    return (data as { id: number }).id
  }
  const id = await save('旧模板')
  await remote.post('api/cebest-cms/template/deleteByIdList', [id])
  await save('新模板')
  const recycle = new Recycle(page)
  await recycle.open('模板')
  await page.getByRole('button', { name: '还原 旧模板' }).click()
  await expect(shell.toast('模板文件夹“again”已被模板“新模板”使用')).toBeVisible()
  await expect(recycle.row('旧模板')).toBeVisible()
})

test('sites and columns come back, one or many at once', async ({ shell, page, remote }) => {
  const made = await Promise.all(
    ['甲', '乙'].map((title, i) =>
      remote.post('api/cebest-cms/site-manage/save', { title: `分站${title}`, symbol: `branch${i}` }),
    ),
  )
  const ids = made.map(({ data }) => (data as { id: number }).id)
  await remote.post('api/cebest-cms/site-manage/deleteByIdList', ids)
  const column = await remote.post('api/cms/menu/save-base', { siteId: 1, parentId: 0, title: '临时栏目', menuType: 2 })
  await remote.post('api/cms/menu/deleteByIdList', [(column.data as { id: number }).id])

  const recycle = new Recycle(page)
  await recycle.open('站点')
  // A search drops what was ticked before its answer came.
  const found = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes('分站'))
  await page.getByRole('searchbox', { name: /^搜索站点/ }).fill('分站')
  await found
  await expect(recycle.row('分站甲')).toBeVisible()
  await page.getByRole('checkbox', { name: '全选' }).check()
  await page.getByRole('button', { name: '批量还原' }).click()
  await expect(shell.toast('还原成功')).toBeVisible()
  await expect(recycle.row('分站甲')).toHaveCount(0)
  await recycle.open('栏目')
  await expect(recycle.row('临时栏目')).toContainText('集团官网')
  await recycle.restore('临时栏目')
  await shell.open('站点列表')
  for (const title of ['分站甲', '分站乙']) await expect(recycle.row(title)).toBeVisible()
})

for (const theme of ['浅色', '深色'] as const) {
  test(`all tabs are accessible, empty and filled, ${theme}`, async ({ shell, page, remote }) => {
    await shell.setTheme(theme)
    const recycle = new Recycle(page)
    for (const tab of ['站点', '栏目', '模板'] as const) {
      await recycle.open(tab)
      await expect(page.getByText(`没有已删除的${tab}`)).toBeVisible()
      expect(await violations(page), `${tab} empty`).toEqual([])
    }
    const { data } = await remote.post('api/cebest-cms/template/save', { name: '旧模板', folder: 'old' })
    await remote.post('api/cebest-cms/template/deleteByIdList', [(data as { id: number }).id])
    await page.reload()
    await expect(recycle.row('旧模板')).toBeVisible()
    expect(await violations(page), 'filled').toEqual([])
  })
}
