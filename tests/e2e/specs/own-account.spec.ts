import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORDS } from '../app.ts'
import { expect, test as base } from '../fixtures.ts'
import { twoColours } from '../pages/media.ts'
import { Login } from '../pages/login.ts'
import { violations } from '../pages/violations.ts'

const test = base.extend<{ login: Login }>({
  login: async ({ app, page }, use) => use(new Login(page, join(app.dataDir, 'server'))),
})
const PHONE = '13800138000'

/** The last code that stands in the log of the built-in server. */
function codeInLog(dataDir: string): string {
  const lines = readFileSync(join(dataDir, 'logs/host.log'), 'utf8').matchAll(/手机验证码 (\d{6})，发给 (\d{11})/g)
  return [...lines].findLast(([, , phone]) => phone === PHONE)?.[1] ?? ''
}

test('an account is registered by the code of the server’s log, and signs in [C-024] [C-025] [C-026] [C-357] [C-358]', async ({
  shell,
  page,
  app,
  login,
}) => {
  test.slow()
  await shell.open('账号管理')
  await page.getByRole('button', { name: '登录安全' }).click()
  await page.getByRole('switch', { name: '开放注册' }).click()
  await page.getByRole('combobox', { name: '注册后的用户组' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText(/admin 于 .+ 修改/)).toBeVisible()
  await shell.signOut()
  await page.getByText('注册账号').click()
  await page.getByRole('textbox', { name: '用户名' }).fill('新来的人')
  await page.getByRole('textbox', { name: '手机号' }).fill(PHONE)
  expect(await violations(page), 'register').toEqual([])
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByRole('button', { name: /^\d+ 秒后重新获取$/ })).toBeVisible()
  await expect.poll(() => codeInLog(app.dataDir)).toMatch(/^\d{6}$/)
  await page.getByRole('textbox', { name: '手机验证码' }).fill(codeInLog(app.dataDir))
  await page.getByRole('textbox', { name: '密码' }).fill('secret-1')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(shell.toast('注册成功，请登录')).toBeVisible()
  await login.fill('新来的人', 'secret-1')
  await login.submit.click()
  await shell.expectSignedIn('新来的人')
})

test('one’s own password is changed, and the old one opens nothing then [C-027] [C-262] [C-263] [C-359]', async ({
  shell,
  page,
  login,
}) => {
  test.slow()
  await shell.signOut()
  await login.fill('editor', PASSWORDS.demo)
  await login.submit.click()
  await shell.expectSignedIn('editor')
  await page.getByRole('button', { name: /^账号 / }).click()
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  const field = (name: string) =>
    page.getByRole('main').getByLabel(name, { exact: false }).locator('visible=true').first()
  await expect(page.getByPlaceholder('数字、大小写字母，8-24 位')).toBeVisible()
  expect(await violations(page), 'password').toEqual([])
  await field('旧密码').fill(PASSWORDS.demo)
  await field('新密码').fill('Other-pass1')
  await field('确认密码').fill('Other-pass1')
  await page.getByRole('button', { name: '保存新密码' }).click()
  await expect(shell.toast('更新成功')).toBeVisible()
  await shell.signOut()
  await login.fill('editor', PASSWORDS.demo)
  await login.submit.click()
  await expect(shell.toast('用户名或密码不正确')).toBeVisible()
  await login.fill('editor', 'Other-pass1')
  await login.submit.click()
  await shell.expectSignedIn('editor')
})

test('one’s own profile: name, e-mail and a picture for this window [C-028] [C-029] [C-030]', async ({
  shell,
  page,
}) => {
  await page.getByRole('button', { name: /^账号 / }).click()
  await page.getByRole('menuitem', { name: '个人信息' }).click()
  const screen = page.getByRole('main')
  await expect(screen.getByRole('textbox', { name: '账号' })).toHaveValue('admin')
  expect(await violations(page), 'profile').toEqual([])
  await screen.getByRole('button', { name: '裁剪头像' }).click()
  await expect(page.getByText('裁剪结果不会保存到数据库，刷新后重置。')).toBeVisible()
  const buffer = twoColours(600, 300, [200, 0, 0], [0, 0, 200])
  await page.getByLabel('选择要裁剪的图片').setInputFiles({ name: '我.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('group', { name: /^裁剪框/ })).toBeVisible()
  await page.getByRole('button', { name: '确定', exact: true }).click()
  const avatar = page.getByRole('button', { name: /^账号 / }).locator('img')
  await expect(avatar).toBeVisible()
  await screen.getByRole('textbox', { name: '姓名' }).fill('王管理员')
  await screen.getByRole('textbox', { name: '邮箱' }).fill('wang@example.com')
  await screen.getByRole('button', { name: '保存', exact: true }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  await expect(shell.tab('首页')).toHaveAttribute('aria-current', 'page')
  await page.reload()
  await page.getByRole('button', { name: /^账号 / }).click()
  await expect(avatar).toHaveCount(0)
  await page.getByRole('menuitem', { name: '个人信息' }).click()
  await expect(screen.getByRole('textbox', { name: '姓名' })).toHaveValue('王管理员')
})
