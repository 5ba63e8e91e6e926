import { join } from 'node:path'
import { PASSWORDS } from '../app.ts'
import { expect, test } from '../fixtures.ts'
import { Login } from '../pages/login.ts'
import { violations } from '../pages/violations.ts'

test('relates a template to sites, shows them after a reload, and removes one [A-081] [A-082] [A-270]', async ({
  shell,
  page,
}) => {
  await shell.open('站点模板关联')
  const row = page.getByRole('row').filter({ has: page.getByTitle('起步模板', { exact: true }) })
  const dialog = page.getByRole('dialog', { name: '关联站点：起步模板' })
  const sites = dialog.getByRole('combobox', { name: '站点' })
  const save = () => dialog.getByRole('button', { name: '确定' }).click()
  await expect(row).toContainText('starter')
  await page.getByRole('button', { name: '关联站点 起步模板' }).click()
  await save()
  await expect(shell.toast('请选择站点')).toBeVisible()
  await sites.fill('集团')
  await page.getByRole('menuitemcheckbox', { name: '集团官网' }).click()
  await sites.fill('海洋')
  await page.getByRole('menuitemcheckbox', { name: '海洋科技' }).click()
  await page.keyboard.press('Tab')
  expect(await violations(page), 'dialog').toEqual([])
  await save()
  await expect(shell.toast('设置成功')).toBeVisible()
  await page.reload()
  await expect(row).toContainText('集团官网、海洋科技')

  await page.getByRole('button', { name: '关联站点 起步模板' }).click()
  await dialog.getByRole('button', { name: '移除 集团官网' }).click()
  await save()
  await expect(row.getByTitle('海洋科技', { exact: true })).toBeVisible()
})

test('an account without the menus of the site settings neither sees nor opens them', async ({ shell, page, app }) => {
  await shell.signOut()
  const login = new Login(page, join(app.dataDir, 'server'))
  await login.fill('designer', PASSWORDS.demo)
  await login.submit.click()
  await shell.expectSignedIn('designer')
  await shell.open('站点模板关联')
  await expect(page.getByRole('row', { name: /风尚作品集/ })).toBeVisible()
  for (const path of ['info', 'domain', 'third-party-code', 'system-settings', 'recycle', 'dead-link']) {
    await page.goto(new URL(`/site/${path}`, page.url()).href)
    await expect(page, path).toHaveURL(/\/403/)
  }
})
