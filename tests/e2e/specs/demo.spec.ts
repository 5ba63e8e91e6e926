import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

const NOTE = '演示页面：均为示例数据，修改不会保存，刷新后还原。'

test('the demo routes are reached from the gallery and say what they are [C-151]', async ({ shell, page }) => {
  await shell.open('组件演示')
  await page.getByRole('tab', { name: '演示页面' }).click()
  await page.getByRole('link', { name: '时间线' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '时间线' })).toBeVisible()
  await expect(page.getByText(NOTE)).toBeVisible()
  await page.getByRole('navigation', { name: '演示页面' }).getByRole('link', { name: '商品' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '商品' })).toBeVisible()
  await page.getByRole('switch', { name: '只看有货' }).click()
  await expect(page.getByRole('region', { name: '集团年鉴 2026' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: '会议笔记本' })).toBeVisible()
})

for (const half of [0, 1])
  test(`every demo page is accessible and keeps inside the window, ${half + 1} of 2`, async ({ shell, page }, info) => {
    test.slow()
    await shell.open('组件演示')
    await page.getByRole('tab', { name: '演示页面' }).click()
    await page.getByRole('link', { name: '图标', exact: true }).click()
    const nav = page.getByRole('navigation', { name: '演示页面' }).filter({ visible: true })
    await expect(nav).toBeVisible()
    // The check runs scripts in every frame, and that of 内嵌页面 runs none.
    const titles = (await nav.getByRole('link').allTextContents()).filter(
      (title) => !/^(?:全部部件|内嵌页面)$/.test(title),
    )
    expect(titles.length).toBeGreaterThan(30)
    for (const title of titles.filter((_title, at) => at % 2 === half)) {
      await nav
        .getByRole('link')
        .filter({ hasText: new RegExp(`^${title}$`) })
        .click()
      await expect(nav.locator('[aria-current=page]')).toHaveText(title)
      await expect(page.getByText(NOTE).filter({ visible: true })).toBeVisible()
      await page.screenshot({ path: info.outputPath(`${title}.png`), animations: 'disabled' })
      expect(await violations(page), title).toEqual([])
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(over, title).toBeLessThanOrEqual(0)
    }
  })

test('a page gives its tab a title, and each address of a dynamic route has a tab', async ({ shell, page }) => {
  await shell.open('组件演示')
  await page.getByRole('tab', { name: '演示页面' }).click()
  await page.getByRole('link', { name: '动态路径', exact: true }).click()
  await page.getByRole('button', { name: '打开编号 2' }).click()
  await expect(page.getByText('编号：2')).toBeVisible()
  await expect(page.getByRole('button', { name: '动态路径 2', exact: true })).toBeVisible()
})

test('the error pages among the demo routes lead home', async ({ shell, page }) => {
  await shell.open('组件演示')
  await page.getByRole('tab', { name: '演示页面' }).click()
  await page.getByRole('link', { name: '404', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: '返回首页' }).click()
  await expect(page.getByRole('navigation', { name: '主导航' }).or(page.getByRole('main'))).toBeVisible()
})
