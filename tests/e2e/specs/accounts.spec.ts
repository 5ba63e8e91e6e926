import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { sheetOf } from '#tests/builders/sheet.ts'
import { addGroup } from '../accounts.ts'
import { expect, test } from '../fixtures.ts'
import { Login } from '../pages/login.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })
const confirm = async (page: Page): Promise<void> => question(page).getByRole('button').last().click()
const more = async (page: Page, name: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `更多 ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Adds an account of the editors. */
async function add(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '管理员组' }).click()
  await page.getByRole('option', { name: '站点编辑' }).click()
  await dialog.getByLabel('账号', { exact: false }).first().fill(name)
  await dialog.getByLabel('姓名').fill('王五')
  await dialog.getByLabel('员工编号').fill('E0009')
  await dialog.getByLabel('手机号').fill('13900000000')
  await dialog.getByLabel('邮箱').fill('wangwu@example.com')
  await dialog.getByRole('textbox', { name: '密码', exact: true }).fill(password)
  await dialog.getByRole('textbox', { name: '确认密码' }).fill(password)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
}

test('an account is added, found, edited and deleted [C-001] [C-043] [C-044] [C-047] [C-048] [C-049] [C-050] @smoke', async ({
  shell,
  page,
}) => {
  test.slow()
  await shell.open('账号管理')
  await expect(row(page, 'designer')).toBeVisible()
  const dialog = page.getByRole('dialog')
  await add(page, 'wangwu', 'Secret-1')
  await page.getByRole('searchbox', { name: /^搜索账号/ }).fill('E0009')
  await expect(page.getByText('共 1 条')).toBeVisible()
  await expect(row(page, 'wangwu')).toContainText('从未登录')
  await row(page, 'wangwu').dblclick()
  await dialog.getByLabel('姓名').fill('王小五')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(row(page, 'wangwu')).toContainText('王小五')
  await row(page, 'wangwu').press('Delete')
  await expect(question(page)).toContainText('确认删除？ 操作不可撤销！')
  await confirm(page)
  await expect(page.getByText('没有找到')).toBeVisible()
})

test('the dialog of an account reports missing values, and is for everybody [C-049]', async ({ shell, page }) => {
  await shell.open('账号管理')
  await expect(row(page, 'designer')).toBeVisible()
  expect(await violations(page), 'list').toEqual([])
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请选择管理员组')).toBeVisible()
  await expect(dialog.getByText('请输入确认密码')).toBeVisible()
  expect(await violations(page), 'dialog').toEqual([])
})

test('who gets a new password changes it before anything else', async ({ shell, page, app }) => {
  test.slow()
  await shell.open('账号管理')
  await add(page, 'wangwu', 'Secret-1')
  await more(page, 'wangwu', '停用')
  await confirm(page)
  await expect(row(page, 'wangwu')).toContainText('已停用')
  await more(page, 'wangwu', '启用')
  await expect(row(page, 'wangwu')).not.toContainText('已停用')
  await more(page, 'wangwu', '重置密码')
  await confirm(page)
  const dialog = page.getByRole('alertdialog', { name: '账号“wangwu”的新密码' })
  const password = await dialog.getByLabel('新密码').innerText()
  expect(password).toHaveLength(14)
  expect(await violations(page), 'password').toEqual([])
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(row(page, 'wangwu')).toContainText('待改密码')

  await shell.signOut()
  const login = new Login(page, join(app.dataDir, 'server'))
  await login.fill('wangwu', password)
  await login.submit.click()
  await expect(page.getByRole('heading', { name: '请先修改密码' })).toBeVisible()
  expect(await violations(page), 'first password').toEqual([])
  await page.goto(new URL('/content/publish-statistics', page.url()).href)
  await expect(page.getByRole('heading', { name: '请先修改密码' })).toBeVisible()
  await page.getByRole('textbox', { name: '旧密码' }).fill(password)
  await page.getByRole('textbox', { name: '新密码' }).fill('My-own-1')
  await page.getByRole('textbox', { name: '确认密码' }).fill('My-own-1')
  await page.keyboard.press('Enter')
  await shell.expectSignedIn('wangwu')
  await expect(page).toHaveURL(/\/content\/publish-statistics/)
  await shell.signOut()
  await login.fill('wangwu', 'My-own-1')
  await login.submit.click()
  await shell.expectSignedIn('wangwu')
})

test('a thousand accounts are paged, filtered by group and gone through by keys [C-043]', async ({
  shell,
  page,
  app,
}) => {
  test.slow()
  const staff = Array.from({ length: 1000 }, (_each, at) => {
    const username = `staff${String(at).padStart(4, '0')}`
    return { username, trueName: `员工${at}`, email: `${username}@example.com` }
  })
  addGroup(join(app.dataDir, 'server'), '新闻组', staff)
  await shell.open('账号管理')
  await expect(page.getByText('共 1004 条')).toBeVisible()
  await page.getByRole('combobox', { name: '管理员组' }).click()
  await page.getByRole('option', { name: '新闻组' }).click()
  await expect(page.getByText('共 1000 条')).toBeVisible()
  await expect(row(page, 'staff0999')).toBeVisible()
  await page.getByRole('button', { name: '第 2 页' }).click()
  await expect(row(page, 'staff0989')).toBeVisible()
  await row(page, 'staff0989').focus()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'staff0988')).toBeFocused()
  await page.keyboard.press('F2')
  await expect(page.getByRole('dialog').getByLabel('姓名')).toHaveValue('员工988')
})

test('a sheet of accounts is checked, its good rows come in, and who came in signs in', async ({
  shell,
  page,
  app,
}) => {
  test.slow()
  const titles = ['账号', '姓名', '员工编号', '手机号', '邮箱', '管理员组', '所属部门', '初始密码']
  const person = (name: string, group: string): string[] => [
    name,
    '赵六',
    'E7',
    '13900000007',
    `${name}@example.com`,
    group,
    '内容编辑组',
    'Given-1',
  ]
  const rows = [titles, person('zhaoliu', '站点编辑'), person('admin', '站点编辑'), person('sunqi', '没有的组')]
  await shell.open('账号管理')
  await page.getByRole('button', { name: '导入' }).click()
  const dialog = page.getByRole('alertdialog', { name: '导入账号' })
  const file = { name: '账号.xlsx', mimeType: '', buffer: await sheetOf(rows) }
  await dialog.getByLabel('选择表格').setInputFiles(file)
  await expect(dialog).toContainText('检查完成，1 行可以导入，2 行有问题。')
  await expect(dialog).toContainText('账号“admin”已存在')
  await expect(dialog).toContainText('找不到管理员组“没有的组”')
  expect(await violations(page), 'checked').toEqual([])
  await dialog.getByRole('button', { name: '导入这 1 行' }).click()
  await expect(dialog).toContainText('已导入 1 行，2 行未导入。')
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(row(page, 'zhaoliu')).toContainText('待改密码')
  await shell.signOut()
  const login = new Login(page, join(app.dataDir, 'server'))
  await login.fill('zhaoliu', 'Given-1')
  await login.submit.click()
  await expect(page.getByRole('heading', { name: '请先修改密码' })).toBeVisible()
})
