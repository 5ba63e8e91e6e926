import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '../fixtures.ts'

test('a backup is made at once and listed; the plan says when the next one comes', async ({ shell, page }) => {
  await shell.open('备份')
  await expect(page.getByText('还没有备份')).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`)).toEqual([])
  await page.getByRole('button', { name: '备份设置' }).click()
  const dialog = page.getByRole('dialog', { name: '备份设置' })
  await dialog.getByRole('switch', { name: '定时备份' }).click()
  await dialog.getByRole('textbox', { name: '时间' }).fill('25:00')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('时间格式应为 HH:mm，例如 03:00')).toBeVisible()
  await dialog.getByRole('textbox', { name: '时间' }).fill('04:30')
  await page.screenshot({ path: test.info().outputPath('rules.png') })
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText(/每天 04:30 备份，保留 7 份；下一次/)).toBeVisible()
  await page.getByRole('button', { name: '立即备份' }).click()
  await expect(page.getByRole('row', { name: /backup-\d{8}-\d{6}/ })).toBeVisible({ timeout: 30_000 })
  await page.screenshot({ path: test.info().outputPath('backups.png') })
})
