import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

test('rules of signing in are set, the log shows sign-ins, and one sees one’s own', async ({ shell, page }) => {
  await shell.open('账号管理')
  await page.getByRole('button', { name: '登录安全' }).click()
  const length = page.getByRole('spinbutton', { name: /^密码最短长度/ })
  await expect(length).toHaveValue('0')
  expect(await violations(page), 'rules').toEqual([])
  await length.fill('8')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText(/admin 于 .+ 修改/)).toBeVisible()
  await page.reload()
  await expect(length).toHaveValue('8')
  await page.getByRole('tab', { name: '登录日志' }).click()
  await expect(page.getByRole('row', { name: /登录成功/ }).first()).toBeVisible()
  expect(await violations(page), 'log').toEqual([])
  await page.getByRole('button', { name: /^账号 / }).click()
  await page.getByRole('menuitem', { name: '我的登录' }).click()
  await expect(page.getByRole('row', { name: /当前设备/ })).toBeVisible()
  expect(await violations(page), 'own sign-ins').toEqual([])
})
