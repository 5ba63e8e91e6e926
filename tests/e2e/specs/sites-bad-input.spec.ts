import { expect, test } from '../fixtures.ts'
import { Recycle } from '../pages/recycle.ts'
import { Sites } from '../pages/sites.ts'
import { question } from '../pages/templates.ts'

const HTML = '<img src=x onerror="document.title=1"><b>粗</b>'

test('what is too long, empty or no name for a folder is said at its field, and nothing typed is lost', async ({
  shell,
  page,
}) => {
  const sites = new Sites(page)
  await sites.open()
  await page.getByRole('button', { name: '新增' }).click()
  const made = sites.dialog('新增站点')
  const save = () => made.getByRole('button', { name: '确定' }).click()
  await save()
  await expect(shell.toast('请输入站点名称')).toBeVisible()
  await expect(made.getByText('请输入站点标识符')).toBeVisible()
  await sites.field(made, '站点名称').fill('站'.repeat(300))
  await sites.field(made, '标识符').fill('s'.repeat(300))
  await save()
  await expect(made.getByText('站点名称不能超过 254 个字')).toBeVisible()
  await expect(made.getByText('站点标识符不能超过 64 个字')).toBeVisible()
  await expect(sites.field(made, '标识符')).toHaveValue('s'.repeat(300))
  await sites.field(made, '站点名称').fill(HTML)
  await sites.field(made, '标识符').fill('../etc')
  await save()
  await expect(made.getByText(/^站点标识符只能用/)).toBeVisible()
  await sites.field(made, '标识符').fill('html')
  await save()
  await expect(question(page)).toContainText(HTML)
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(sites.row(HTML)).toBeVisible()
  await page.getByRole('combobox', { name: '当前站点' }).click()
  await expect(page.getByRole('option', { name: HTML })).toBeVisible()
  expect(await page.title()).not.toBe('1')
})

test('a copy under names that are taken is refused at the field that has them', async ({ shell, page }) => {
  const sites = new Sites(page)
  await sites.open()
  const dialog = sites.dialog('复制站点“集团官网”')
  const start = () => dialog.getByRole('button', { name: '开始复制' }).click()
  await sites.startCopy('集团官网', { title: '分站', symbol: 'OCEAN', folder: '../up', domain: 'a b' })
  await expect(dialog.getByText(/^模板文件夹只能用/)).toBeVisible()
  await sites.field(dialog, '模板文件夹').fill('Starter')
  for (const [field, said, mended] of [
    ['域名', '域名“a b”含有空格或分隔符，请每个输入框只填写一个域名', 'Ocean.Group.Example'],
    ['标识符', '站点标识符“OCEAN”已被站点“海洋科技”使用，请换一个', 'branch'],
    ['域名', '域名“ocean.group.example”已绑定到站点“海洋科技”，请先在该站点解除绑定', 'branch.example.com'],
    ['模板文件夹', '模板文件夹“Starter”已被模板“起步模板”使用，请换一个名称', 'nul'],
    ['模板文件夹', '模板文件夹不能用 Windows 的保留名称（con、nul 等），请换一个', 'branch'],
  ] as const) {
    await start()
    await expect(dialog.getByText(said)).toBeVisible()
    await expect(shell.toast(said)).toBeVisible()
    await expect(sites.field(dialog, field)).toHaveAttribute('aria-invalid', 'true')
    await sites.field(dialog, field).fill(mended)
  }
  await start()
  await expect(question(page)).toContainText('复制站点“分站”已完成', { timeout: 60_000 })
})

test('a sort value that is none stays typed and marked, and is not saved', async ({ shell: _signedIn, page }) => {
  const sites = new Sites(page)
  await sites.open()
  const before = await sites.sort('海洋科技').inputValue()
  for (const bad of ['-1', '1000000000', '1.5', 'x', '']) {
    await sites.sort('海洋科技').fill(bad)
    await sites.sort('海洋科技').press('Enter')
    await expect(sites.sort('海洋科技'), bad).toHaveAttribute('aria-invalid', 'true')
    await expect(sites.sort('海洋科技'), bad).toHaveValue(bad)
  }
  await sites.sort('海洋科技').press('Escape')
  await expect(sites.sort('海洋科技')).toHaveValue(before)
  await page.reload()
  await expect(sites.sort('海洋科技')).toHaveValue(before)
})

test('what somebody else deleted or brought back meanwhile is named, and leaves the list', async ({
  shell,
  page,
  remote,
}) => {
  const post = (call: string, body: object) => remote.post(`api/cebest-cms/site-manage/${call}`, body)
  const ids: number[] = []
  for (const name of ['甲', '乙', '丙'])
    ids.push(((await post('save', { title: `分站${name}`, symbol: `part${ids.length}` })).data as { id: number }).id)
  const sites = new Sites(page)
  await sites.open()
  await expect(sites.row('分站甲')).toBeVisible()
  await post('deleteByIdList', ids)
  await sites.action('删除', '分站甲').click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('站点“分站甲”已被删除，请刷新后重新选择')).toBeVisible()
  await expect(sites.row('分站甲')).toHaveCount(0)

  const recycle = new Recycle(page)
  await recycle.open('站点')
  await page.getByRole('checkbox', { name: '全选' }).check()
  await post('restore', ids.slice(0, 1))
  await page.getByRole('button', { name: '批量还原' }).click()
  await expect(shell.toast(`站点（编号 ${ids[0]}）已不在回收站，请刷新后重新选择`)).toBeVisible()
  await expect(recycle.row('分站甲')).toHaveCount(0)
  await expect(recycle.row('分站乙')).toBeVisible()
  await page.getByRole('button', { name: '批量还原' }).click()
  await expect(shell.toast('还原成功')).toBeVisible()
  await expect(recycle.row('分站乙')).toHaveCount(0)
})
