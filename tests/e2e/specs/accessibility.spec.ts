import { expect, test } from '../fixtures.ts'
import { Editor } from '../pages/editor.ts'
import { SMALL, Sync } from '../pages/sync.ts'
import { Templates } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

for (const theme of ['浅色', '深色'] as const) {
  test(`every screen of the navigation is accessible, ${theme}`, async ({ shell, page }) => {
    await shell.setTheme(theme)
    for (const title of ['首页', '模板列表', '本地同步', '设置']) {
      await shell.open(title)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      expect(await violations(page), title).toEqual([])
    }
  })

  test(`the pages before and around signing in are accessible, ${theme}`, async ({ shell, page }) => {
    await shell.setTheme(theme)
    await shell.signOut()
    for (const path of ['/login', '/connect', '/404', '/403']) {
      await page.goto(new URL(path, page.url()).href)
      await expect(page.getByRole('main').or(page.locator('form')).first()).toBeVisible()
      expect(await violations(page), path).toEqual([])
    }
  })
}

test('the dialogs of the template screens are accessible', async ({ shell: _signedIn, page, folder: _made }) => {
  test.slow()
  const templates = new Templates(page)
  await templates.open()
  await page.getByRole('button', { name: '新增' }).click()
  await expect(page.getByRole('dialog', { name: '新增模板' })).toBeVisible()
  expect(await violations(page), 'template').toEqual([])
  await page.keyboard.press('Escape')

  await templates.openManager()
  await expect(templates.file('index.html')).toBeVisible()
  expect(await violations(page), 'file manager').toEqual([])
  await templates.action('打开', 'index.html').click()
  await new Editor(page).expectOpen('index.html')
  expect(await violations(page), 'editor').toEqual([])
  await page.getByRole('button', { name: '取消', exact: true }).click()
  await page.keyboard.press('Escape')

  const sync = new Sync(page)
  await sync.choose(SMALL.name, '网站模板')
  await expect(sync.plan.getByRole('row').filter({ hasText: 'index.html' })).toBeVisible()
  expect(await violations(page), 'plan').toEqual([])
  await sync.agree()
  await sync.expectInStep()
  expect(await violations(page), 'workspace').toEqual([])
})
