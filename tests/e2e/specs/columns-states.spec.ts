import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PASSWORDS } from '../app.ts'
import { expect, test } from '../fixtures.ts'
import { Columns } from '../pages/columns.ts'
import { Login } from '../pages/login.ts'
import { Shell } from '../pages/shell.ts'
import { violations } from '../pages/violations.ts'

for (const theme of ['浅色', '深色'] as const)
  test(`the tree and its dialogs are accessible, ${theme}`, async ({ shell, page }) => {
    test.slow()
    await shell.setTheme(theme)
    const columns = new Columns(page)
    await columns.open()
    expect(await violations(page), 'list').toEqual([])

    const dialog = await columns.edit('集团新闻')
    await expect(dialog.getByRole('checkbox', { name: /1122$/ })).toBeVisible()
    expect(await violations(page), 'edit').toEqual([])
    await dialog.getByRole('button', { name: '选择列表页模板 1' }).click()
    await expect(page.getByRole('listbox', { name: '页面' })).toBeVisible()
    expect(await violations(page), 'template chooser').toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox', { name: '页面' })).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await columns.more('编辑属性', '集团新闻')
    await expect(page.getByRole('switch', { name: '允许删除' })).toBeVisible()
    expect(await violations(page), 'switches').toEqual([])
    await page.keyboard.press('Escape')

    await columns.more('复制栏目', '集团新闻')
    await expect(columns.dialog(/^复制栏目/)).toBeVisible()
    expect(await violations(page), 'copy').toEqual([])
    await page.keyboard.press('Escape')
    await columns.action('删除', '集团新闻').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect(await violations(page), 'question').toEqual([])
  })

test('who else saved a column meanwhile is named, and both changes are kept', async ({ page, shell, remote }) => {
  const columns = new Columns(page)
  await columns.open()
  const dialog = await columns.edit('人才招聘')
  await dialog.getByRole('textbox', { name: '英文名称' }).fill('Jobs')
  const tree = await remote.post('api/cms/menu/getTree', { siteId: 1 })
  const { id } = (tree.data as { id: number; title: string }[]).find((each) => each.title === '人才招聘') ?? { id: 0 }
  await remote.post('api/cms/menu/save-base', { id, title: '加入我们' })
  await dialog.getByRole('button', { name: '确定' }).click()
  const conflict = page.getByRole('alertdialog', { name: '保存冲突' })
  await expect(conflict).toContainText('“admin”')
  await expect(conflict).toContainText('加入我们')
  await conflict.getByRole('button', { name: '合并保存' }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  await columns.reload()
  const again = await columns.edit('加入我们')
  await expect(again.getByRole('textbox', { name: '英文名称' })).toHaveValue('Jobs')
})

test('what was typed is not lost by closing', async ({ shell: _signedIn, page }) => {
  const columns = new Columns(page)
  await columns.open()
  const dialog = await columns.edit('人才招聘')
  await dialog.getByRole('textbox', { name: '英文名称' }).fill('Jobs')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
  await expect(dialog.getByRole('textbox', { name: '英文名称' })).toHaveValue('Jobs')
})

test('a role with the menu works on its own site alone, and reads the system’s columns [A-012]', async ({
  app,
  page,
  shell,
}) => {
  const serverData = join(app.dataDir, 'server')
  const db = new DatabaseSync(join(serverData, 'sitecraft.db'), { timeout: 10_000 })
  db.exec(`insert into role_grant ("roleId", "siteId", "menuId", settings)
    select "roleId", 0, 28, '[]' from account where username = 'editor'`)
  db.close()
  await shell.signOut()
  await expect(page).toHaveURL(/\/login/)
  const login = new Login(page, serverData)
  await login.fill('editor', PASSWORDS.demo)
  await login.captcha.press('Enter')
  await new Shell(page).expectSignedIn('editor')
  const columns = new Columns(page)
  await columns.open()
  await page.getByRole('combobox', { name: '站点', exact: true }).click()
  await expect(page.getByRole('option')).toHaveText(['系统栏目', /^集团官网/])
  await page.getByRole('option', { name: '系统栏目' }).click()
  await expect(columns.action('编辑', '栏目管理')).toHaveAttribute('aria-disabled', 'true')
  await page.goto(new URL('/site/column/list?site=2', page.url()).href)
  await expect(page.getByRole('alert').filter({ hasText: '没有' })).toContainText('站点')
  await columns.chooseSite('集团官网')
  await columns.action('编辑', '新闻中心').click()
  const dialog = columns.dialog('编辑栏目“新闻中心”')
  await dialog.getByRole('textbox', { name: '栏目名称' }).fill('新闻')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(columns.row('新闻')).toBeVisible()
})

test('several ticked columns are deleted together, or none; a linked workflow keeps its column', async ({
  page,
  shell,
  remote,
}) => {
  const columns = new Columns(page)
  await columns.open()
  const tree = await remote.post('api/cms/menu/getTree', { siteId: 1 })
  const { id } = (tree.data as { id: number; title: string }[]).find((each) => each.title === '联系我们') ?? { id: 0 }
  const flow = await remote.post('api/cebest-cms/work-flow/save', { siteId: 1, title: '三级审批' })
  const workFlowId = (flow.data as { id: number }).id
  const nodes = [{ title: '审核', relationRoleInfo: [{ roleId: 1 }] }]
  await remote.post('api/cebest-cms/work-flow-node/batchSave', { relationId: workFlowId, siteId: 1, nodes })
  const link = { workFlowId, workFlowName: '三级审批', bindDateTime: '', status: true, revocability: false }
  await remote.post(`api/cms/menu/save/${id}`, { id, relationWorkFlow: JSON.stringify(link) })
  for (const title of ['下载中心', '联系我们'])
    await columns.tree.getByRole('checkbox', { name: `选择 ${title}` }).check()
  await page.getByRole('button', { name: '批量删除' }).click()
  const refusal = page.getByRole('alertdialog', { name: '不能删除 2 个栏目' })
  await expect(refusal).toContainText('栏目“联系我们”正在使用审批流程“三级审批”')
  await refusal.getByRole('button', { name: '知道了' }).click()
  await expect(columns.row('下载中心')).toBeVisible()
  await columns.tree.getByRole('checkbox', { name: '选择 联系我们' }).uncheck()
  await columns.tree.getByRole('checkbox', { name: '选择 人才招聘' }).check()
  await page.getByRole('button', { name: '批量删除' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('删除成功')).toBeVisible()
  await columns.reload()
  for (const title of ['下载中心', '人才招聘']) await expect(columns.row(title)).toHaveCount(0)
  await expect(columns.row('联系我们')).toBeVisible()
})
