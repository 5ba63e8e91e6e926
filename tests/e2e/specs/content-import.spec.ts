import { wxrOf } from '#tests/builders/wxr.ts'
import { expect, test } from '../fixtures.ts'
import { Sites } from '../pages/sites.ts'
import { violations } from '../pages/violations.ts'

const POSTS = [
  { id: 1, title: '从旧站来的第一篇', category: '旧闻' },
  { id: 2, title: '从旧站来的第二篇', category: '旧闻', status: 'draft' },
  { id: 3, title: '联系我们', type: 'page' },
]

test('a WordPress export is looked at, tried and imported into a new column', async ({ shell, page }) => {
  await shell.open('站点列表')
  await new Sites(page).action('内容迁移', '集团官网').click()
  const look = async (name: string): Promise<void> => {
    expect(await violations(page), name).toEqual([])
    await page.screenshot({ path: `test-results/content-import-${name}.png` })
  }
  await expect(page.getByRole('radio', { name: /WordPress/ })).toBeChecked()
  await look('choose')
  const buffer = Buffer.from(wxrOf(POSTS))
  await page
    .getByLabel('选择文件')
    .and(page.locator('input'))
    .setInputFiles({ name: '旧站.xml', mimeType: 'text/xml', buffer })
  await expect(page.getByText('3 条，其中 2 条已发布')).toBeVisible()
  await look('found')
  const next = page.getByRole('button', { name: '下一步' })
  await next.click()
  await page.getByLabel('“页面”导入到').selectOption('不导入')
  await expect(page.getByLabel('“旧闻”的新栏目名称')).toHaveValue('旧闻')
  await look('mapping')
  await next.click()
  await page.getByRole('button', { name: '开始试导入' }).click()
  await expect(page.getByText('将新增 2 条、更新 0 条，跳过 1 条，失败 0 条')).toBeVisible()
  await look('trial')
  await next.click()
  await page.getByRole('button', { name: '开始导入' }).click()
  await expect(page.getByText('已新增 2 条、更新 0 条，跳过 1 条，失败 0 条')).toBeVisible()
  await expect(page.getByRole('row', { name: /从旧站来的第一篇/ })).toContainText('新增')
  await shell.setTheme('深色')
  await look('done-dark')
})
