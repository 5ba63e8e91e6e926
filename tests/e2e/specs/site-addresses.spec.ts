import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Shell } from '../pages/shell.ts'
import { violations } from '../pages/violations.ts'

/** Builds the static pages of the first site and waits for them. */
async function buildSite(page: Page): Promise<void> {
  await new Shell(page).open('静态生成')
  await page.getByRole('checkbox', { name: '全选' }).check()
  await page.getByRole('button', { name: /^生成静态页面/ }).click()
  await expect(page.getByText(/^上次生成：.*共 \d+ 页/)).toBeVisible({ timeout: 30_000 })
}

async function addRedirect(page: Page, source: string, target: string) {
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增跳转' })
  await dialog.getByLabel('旧地址').fill(source)
  await dialog.getByLabel('新地址').fill(target)
  await dialog.getByRole('button', { name: '确定' }).click()
  return dialog
}

test('a redirect is added, refused when it leads in a circle, and shown for nginx [A-128]', async ({ shell, page }) => {
  await shell.open('301跳转')
  await expect(page.getByText('该站点还没有跳转')).toBeVisible()
  await addRedirect(page, '/old/*', '/news/*')
  await expect(shell.toast('保存成功')).toBeVisible()
  const dialog = await addRedirect(page, '/news/*', '/old/*')
  await expect(dialog.getByText(/会形成循环跳转/)).toBeVisible()
  await dialog.getByLabel('新地址').fill('https://example.com/*')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('row', { name: /\/old\/\*/ })).toContainText('启用')
  await page.getByRole('button', { name: 'nginx 配置' }).click()
  await expect(page.getByLabel('配置内容')).toHaveValue(/rewrite "\^\/old\/\(\.\*\)\$" "\/news\/\$1" permanent;/)
})

test('the menus of a site with their addresses, and the types of columns [A-129] [A-130]', async ({ shell, page }) => {
  await shell.open('菜单信息')
  const row = page.getByRole('row', { name: /集团新闻/ })
  await expect(row).toContainText('/news/group/')
  await expect(row).toContainText('detail.html')
  expect(await violations(page)).toEqual([])
  await shell.open('栏目类型')
  await expect(page.getByRole('region', { name: '单页' })).toContainText('/admin/menu_manage/{栏目编号}')
  await expect(page.getByRole('region', { name: '列表', exact: true })).toContainText(/本站点栏目\s*\d+/)
  expect(await violations(page)).toEqual([])
})

test('a column is left out of the sitemap, as the preview shows [A-131]', async ({ shell, page }) => {
  await buildSite(page)
  await shell.open('网站地图')
  await page.getByLabel('是否收录 新闻中心').selectOption('不收录')
  await page.getByLabel('更新频率 网站首页').selectOption('每天')
  await page.getByRole('button', { name: '保存（2）' }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  await page.getByRole('button', { name: '预览' }).click()
  const preview = page.getByRole('dialog', { name: '网站地图预览' })
  await expect(preview.getByRole('row', { name: /^https:\/\/www\.group\.example\/ / })).toContainText('每天')
  await preview.getByRole('searchbox').fill('/news/')
  await expect(preview.getByText('没有找到')).toBeVisible()
})

test('a dead link is found with the template that makes it, and a redirect mends it [A-132]', async ({
  app,
  shell,
  page,
}) => {
  const footer = join(app.dataDir, 'server', 'templates', 'corporate', 'parts', 'footer.html')
  await rm(footer)
  await writeFile(footer, '<footer>\n<a href="/missing/">不在</a></footer>')
  await buildSite(page)
  await shell.open('死链')
  await expect(page.getByText('尚未检查', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '开始检查' }).click()
  const row = page.getByRole('row', { name: /\/missing\// })
  await expect(row).toContainText('模板 parts/footer.html 第 2 行', { timeout: 20_000 })
  await row.getByRole('button', { name: /^添加跳转/ }).click()
  const dialog = page.getByRole('dialog', { name: '新增跳转' })
  await expect(dialog.getByLabel('旧地址')).toHaveValue('/missing/')
  await dialog.getByLabel('新地址').fill('/')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  await page.getByRole('button', { name: '开始检查' }).click()
  await expect(page.getByText('没有发现死链')).toBeVisible({ timeout: 20_000 })
})

for (const theme of ['浅色', '深色'] as const) {
  test(`the screens of a site's addresses are accessible, ${theme}`, async ({ shell, page }) => {
    await shell.setTheme(theme)
    for (const title of ['301跳转', '网站地图', '死链']) {
      await shell.open(title)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      expect(await violations(page), title).toEqual([])
    }
  })
}
