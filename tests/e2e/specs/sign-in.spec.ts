import { join } from 'node:path'
import { PASSWORDS } from '../app.ts'
import { expect, test as base } from '../fixtures.ts'
import { Login } from '../pages/login.ts'

const test = base.extend<{ login: Login }>({
  login: async ({ shell, app, page }, use) => {
    await shell.signOut()
    await expect(page).toHaveURL(/\/login/)
    await use(new Login(page, join(app.dataDir, 'server')))
  },
})

test('signs in with account, password and captcha by Enter; blanks around them do not count [C-015] [C-016] @smoke', async ({
  login,
  shell,
}) => {
  await login.fill('  editor ', ` ${PASSWORDS.demo} `)
  await login.captcha.press('Enter')
  await shell.expectSignedIn('editor')
})

test('shows and hides the password [C-013]', async ({ login, page }) => {
  await login.password.fill('secret-1')
  await expect(login.password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: '显示密码' }).click()
  await expect(login.password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: '隐藏密码' }).click()
  await expect(login.password).toHaveAttribute('type', 'password')
})

test('a click on the captcha fetches another [C-014]', async ({ login }) => {
  const first = await login.image()
  await login.captchaImage.click()
  await expect.poll(() => login.image()).not.toBe(first)
})

test('reports missing values, the first one as a toast [C-251] [C-252] [C-253]', async ({ login, shell, page }) => {
  await login.submit.click()
  await expect(shell.toast('用户名不能为空')).toBeVisible()
  await expect(page.getByText('密码不能少于6位')).toBeVisible()
  await expect(page.getByText('请输入验证码')).toBeVisible()
  await login.username.fill('admin')
  await login.password.fill('12345')
  await login.submit.click()
  await expect(shell.toast('密码不能少于6位')).toBeVisible()
})

test('a wrong password refreshes the captcha, and what was typed stays [C-018]', async ({ login, shell }) => {
  await login.fill('editor', 'wrong-password')
  const first = await login.image()
  await login.submit.click()
  await expect(shell.toast('用户名或密码不正确')).toBeVisible()
  await expect.poll(() => login.image()).not.toBe(first)
  await expect(login.username).toHaveValue('editor')
  await expect(login.password).toHaveValue('wrong-password')
  await expect(login.submit).toBeEnabled()
})

test('a wrong captcha is told apart from a wrong password', async ({ login, shell }) => {
  await login.fill('editor', PASSWORDS.demo)
  await login.captcha.fill('????')
  await login.submit.click()
  await expect(shell.toast('验证码错误或已过期')).toBeVisible()
})

test('five wrong passwords lock the account and say for how long', async ({ login, shell }) => {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const before = await login.image()
    await login.fill('designer', `wrong-password-${attempt}`)
    await login.submit.click()
    await expect.poll(() => login.image()).not.toBe(before)
  }
  await login.fill('designer', PASSWORDS.demo)
  await login.submit.click()
  await expect(shell.toast(/分钟/)).toBeVisible()
})

test('goes to the page that was asked for, and never to an error page [C-010] [C-019]', async ({
  login,
  shell,
  page,
}) => {
  await page.goto(new URL('/login?redirect=/settings', page.url()).href)
  await login.fill('admin', PASSWORDS.admin)
  await login.submit.click()
  await expect(page).toHaveURL(/\/settings$/)
  await shell.signOut()
  await page.goto(new URL('/login?redirect=/404', page.url()).href)
  await login.fill('admin', PASSWORDS.admin)
  await login.submit.click()
  await expect(page).toHaveURL(/\/index$/)
})

test('says that the session ran out [C-017]', async ({ login: _signedOut, page }) => {
  await page.goto(new URL('/login?exit=true', page.url()).href)
  await expect(page.getByText('登录超时，请重新登录！')).toBeVisible()
})

test('says plainly when there is no keychain', async ({ login: _signedOut, page }) => {
  await expect(page.getByText('本机没有可用的系统钥匙串，关闭程序后需要重新登录。')).toBeVisible()
})

test('a bad token for the automatic sign-in leads to the manual one [C-022] [C-023]', async ({ login: _out, page }) => {
  await page.goto(new URL('/auto-login?token=nonsense', page.url()).href)
  const alert = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(alert).toContainText('token无效')
  await expect(alert).toContainText('请手动登录')
  await alert.getByRole('button').first().click()
  await expect(page).toHaveURL(/\/login/)
})

test('an account without a role sees the 403 page, then home after 5 seconds [A-013]', async ({ login, page }) => {
  await login.fill('guest', PASSWORDS.demo)
  await login.submit.click()
  await expect(page).toHaveURL(/\/403$/)
  await expect(page.getByText('请联系管理员', { exact: false })).toBeVisible()
  await expect(page).toHaveURL(/\/index$/, { timeout: 8000 })
})
