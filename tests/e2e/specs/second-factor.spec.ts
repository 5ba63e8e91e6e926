import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expect, test } from '../fixtures.ts'
import { Login } from '../pages/login.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

/** A phone with one account: each code that it gives counts once, so it goes ahead of the clock by a step where needed. */
class Phone {
  private readonly totp: TOTP
  private last = 0
  constructor(secret: string) {
    this.totp = new TOTP({ secret: secret.replaceAll(' ', '') })
  }
  code(): string {
    this.last = Math.max(this.last + 1, this.totp.counter())
    return this.totp.generate({ timestamp: this.last * 30_000 })
  }
}

const codeField = (page: Page | Locator): Locator => page.getByRole('textbox', { name: '两步验证码' })
const recovery = (page: Page): Locator => page.getByRole('list', { name: '恢复码' }).getByRole('listitem')
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

/** From the QR code to the recovery codes; answers the phone and these. */
async function scan(page: Page): Promise<{ phone: Phone; codes: string[] }> {
  await expect(page.getByRole('img', { name: '两步验证的二维码' })).toBeVisible()
  const phone = new Phone(await page.getByTestId('secret').innerText())
  await page.getByRole('textbox', { name: '应用显示的验证码' }).fill(phone.code())
  await page.getByRole('button', { name: '确认并开启' }).click()
  await expect(recovery(page)).toHaveCount(10)
  return { phone, codes: await recovery(page).allInnerTexts() }
}

async function ownPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^账号 / }).click()
  await page.getByRole('menuitem', { name: '我的登录' }).click()
}

test('one switches it on, and the built-in server asks for the code, too @smoke', async ({ shell, page }) => {
  await ownPage(page)
  await page.getByRole('button', { name: '开启两步验证' }).click()
  await page.getByRole('button', { name: '开始设置' }).click()
  const { phone } = await scan(page)
  await page.getByRole('button', { name: '我已保存' }).click()
  await expect(page.getByRole('region', { name: '两步验证' })).toContainText('还有 10 个恢复码未使用')
  await shell.signOut()
  await page.getByText('自动登录内置服务器').click()
  await codeField(page).fill(phone.code())
  await page.keyboard.press('Enter')
  await shell.expectSignedIn('admin')
})

test('a group must have it: set up, code, recovery code, reset by an administrator', async ({ shell, page, app }) => {
  test.slow()
  const login = new Login(page, join(app.dataDir, 'server'))
  const signIn = async (password: string): Promise<void> => {
    await login.fill('wangwu', password)
    await login.submit.click()
  }
  await shell.open('账号管理')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '管理员组' }).click()
  await page.getByRole('option', { name: '站点编辑' }).click()
  await dialog.getByLabel('账号', { exact: false }).first().fill('wangwu')
  await dialog.getByLabel('姓名').fill('王五')
  await dialog.getByLabel('员工编号').fill('E0009')
  await dialog.getByLabel('手机号').fill('13900000000')
  await dialog.getByLabel('邮箱').fill('wangwu@example.com')
  await dialog.getByRole('textbox', { name: '密码', exact: true }).fill('Secret-1')
  await dialog.getByRole('textbox', { name: '确认密码' }).fill('Secret-1')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: '登录安全' }).click()
  await page.getByRole('combobox', { name: '添加用户组' }).click()
  await page.getByRole('option', { name: '站点编辑' }).click()
  await page.getByRole('group', { name: '站点编辑' }).getByRole('switch', { name: '必须使用两步验证' }).check()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText(/admin 于 .+ 修改/)).toBeVisible()
  expect(await violations(page), 'rules').toEqual([])
  await shell.signOut()

  await signIn('Secret-1')
  const must = page.getByRole('heading', { name: '请先设置两步验证' })
  await expect(must).toBeVisible()
  await page.goto(new URL('/content/publish-statistics', page.url()).href)
  await expect(must).toBeVisible()
  expect(await violations(page), 'must be set up').toEqual([])
  await page.getByRole('textbox', { name: '密码', exact: true }).fill('Secret-1')
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('img', { name: '两步验证的二维码' })).toBeVisible()
  expect(await violations(page), 'QR code').toEqual([])
  const { phone, codes } = await scan(page)
  expect(await violations(page), 'recovery codes').toEqual([])
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('站匠恢复码.txt')
  const text = await readFile(await file.path(), 'utf8')
  for (const code of ['账号：wangwu', ...codes]) expect(text).toContain(code)
  await page.getByRole('button', { name: '开始使用' }).click()
  await shell.expectSignedIn('wangwu')
  await expect(page).toHaveURL(/\/content\/publish-statistics/)
  await ownPage(page)
  const card = page.getByRole('region', { name: '两步验证' })
  await expect(card).toContainText('您的用户组要求两步验证')
  await expect(card.getByRole('button', { name: '关闭' })).toHaveCount(0)
  await shell.signOut()

  await signIn('Secret-1')
  await codeField(page).fill('000000')
  await page.keyboard.press('Enter')
  await expect(shell.toast(/验证码不正确或已使用/)).toBeVisible()
  await expect(codeField(page)).toHaveValue('')
  await page.getByRole('button', { name: '返回' }).click()
  await expect(login.username).toHaveValue('wangwu')
  await expect(login.password).toHaveValue('Secret-1')
  await signIn('Secret-1')
  await expect(codeField(page)).toBeFocused()
  expect(await violations(page), 'code').toEqual([])
  await codeField(page).fill(phone.code())
  await page.keyboard.press('Enter')
  await shell.expectSignedIn('wangwu')
  await shell.signOut()
  await signIn('Secret-1')
  await codeField(page).fill(codes[0]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await shell.expectSignedIn('wangwu')
  await ownPage(page)
  await expect(card).toContainText('还有 9 个恢复码未使用')
  await card.getByRole('button', { name: '重新生成恢复码' }).click()
  await codeField(dialog).fill(codes[1] ?? '')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(recovery(page)).toHaveCount(10)
  await page.getByRole('button', { name: '我已保存' }).click()
  await expect(card).toContainText('还有 10 个恢复码未使用')
  expect(await violations(page), 'own page').toEqual([])
  await shell.signOut()

  await page.getByText('自动登录内置服务器').click()
  await shell.expectSignedIn('admin')
  await shell.open('账号管理')
  await expect(row(page, 'wangwu').getByRole('img', { name: '已开启两步验证' })).toBeVisible()
  await page.getByRole('button', { name: '更多 wangwu' }).click()
  await page.getByRole('menuitem', { name: '重置两步验证' }).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(row(page, 'wangwu').getByRole('img', { name: '已开启两步验证' })).toHaveCount(0)
  await page.getByRole('button', { name: '登录安全' }).click()
  await page.getByRole('tab', { name: '登录日志' }).click()
  for (const line of ['登录成功（两步验证）', '登录成功（恢复码）', '密码正确，还需要两步验证码'])
    await expect(row(page, line).first()).toBeVisible()
  await shell.signOut()
  await signIn('Secret-1')
  await expect(must, 'the password alone, and set up anew').toBeVisible()
})
