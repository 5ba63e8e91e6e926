import { expect, test } from '../fixtures.ts'
import { Seo } from '../pages/seo.ts'
import { violations } from '../pages/violations.ts'

test('the SEO of a site is set in the dialog and stands there after a reload [A-119] [A-122] [A-293]', async ({
  shell,
  page,
}) => {
  const seo = new Seo(page)
  await seo.open()
  await seo.button('集团官网').click()
  await seo.field('SEO 标题').fill('集团官网 - 一站式服务')
  await seo.field('SEO 关键词').fill('集团,官网')
  await seo.field('SEO 描述').fill('字'.repeat(1001))
  await seo.save()
  await expect(shell.toast('SEO 描述不能超过 1000 个字')).toBeVisible()
  await seo.field('SEO 描述').fill('字'.repeat(1000))
  await seo.save()
  await expect(shell.toast('设置成功')).toBeVisible()
  await expect(seo.row('集团官网')).toContainText('集团官网 - 一站式服务')

  await page.reload()
  await expect(seo.row('集团官网')).toContainText('集团,官网')
  await seo.button('集团官网').click()
  await expect(seo.field('SEO 描述')).toHaveValue('字'.repeat(1000))
})

test('the SEO of a column, only where it has pages; tab and site stay in the address [A-120] [A-121] [A-243]', async ({
  shell,
  page,
}) => {
  const seo = new Seo(page)
  await seo.open('栏目SEO')
  await expect(seo.row('集团新闻')).toContainText('列表')
  await expect(seo.row('公司简介')).toContainText('单页')
  await expect(seo.row('首页轮播图')).toBeVisible()
  await expect(seo.button('首页轮播图')).toHaveCount(0)

  await page.getByRole('combobox', { name: '站点', exact: true }).click()
  await page.getByRole('option', { name: '海洋科技' }).click()
  await seo.button('海洋装备').click()
  await seo.field('SEO 标题').fill('深海装备')
  await seo.save()
  await expect(shell.toast('设置成功')).toBeVisible()
  await page.reload()
  await expect(seo.row('海洋装备')).toContainText('深海装备')
  await expect(seo.row('公司简介')).toHaveCount(0)
})

test('leaving the dialog with changes asks first, and the answer decides', async ({ shell: _signedIn, page }) => {
  const seo = new Seo(page)
  await seo.open()
  await seo.button('海洋科技').click()
  await seo.field('SEO 标题').fill('没有保存')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await question
    .getByRole('button', { name: '取消' })
    .or(question.getByRole('button', { name: '继续编辑' }))
    .click()
  await expect(seo.field('SEO 标题')).toHaveValue('没有保存')
})

for (const theme of ['浅色', '深色'] as const) {
  test(`both tabs and the dialog are accessible, ${theme}`, async ({ shell, page }) => {
    await shell.setTheme(theme)
    const seo = new Seo(page)
    await seo.open()
    expect(await violations(page), 'sites').toEqual([])
    await seo.button('集团官网').click()
    await expect(seo.dialog).toBeVisible()
    expect(await violations(page), 'dialog').toEqual([])
    await page.keyboard.press('Escape')
    await seo.open('栏目SEO')
    expect(await violations(page), 'columns').toEqual([])
  })
}
