import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '../fixtures.ts'

test('a self-test from the page says point by point what works here', async ({ page, app }) => {
  test.setTimeout(120_000)
  await page.goto(app.launchAddress)
  await page.getByText('日志与诊断').click()
  await page.getByRole('tab', { name: '自检' }).click()
  await page.getByRole('button', { name: '开始自检' }).click()
  await expect(page.getByRole('button', { name: '停止自检' })).toBeVisible()
  const points = page.getByRole('list', { name: '自检项目' }).getByRole('listitem')
  // They come one after the other, while it runs.
  await expect(points.first()).toContainText('启动')
  await expect(page.getByRole('button', { name: '重新自检' })).toBeVisible({ timeout: 100_000 })
  await expect(points).toHaveCount(12)
  await expect(page.getByRole('status').filter({ hasText: '失败 0 项' })).toBeVisible()
  await expect(points.filter({ hasText: '本地同步（双向）' })).toContainText('通过')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations).toEqual([])
})

test('a self-test can be stopped', async ({ page, app }) => {
  await page.goto(app.launchAddress)
  await page.getByText('日志与诊断').click()
  await page.getByRole('tab', { name: '自检' }).click()
  await page.getByRole('button', { name: '开始自检' }).click()
  await expect(page.getByRole('list', { name: '自检项目' }).getByRole('listitem').first()).toBeVisible()
  await page.getByRole('button', { name: '停止自检' }).click()
  await expect(page.getByRole('button', { name: '重新自检' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '未完成' })).toBeVisible()
})
