import { expect, test } from '../fixtures.ts'

test('a super administrator sets the space of all sites and of one in the library', async ({ shell, page }, info) => {
  await shell.open('资源库')
  await page.getByRole('button', { name: '空间配额' }).click()
  const dialog = page.getByRole('dialog', { name: '空间配额' })
  await dialog.getByRole('spinbutton', { name: '每个站点' }).fill('1000')
  const first = dialog.getByRole('spinbutton').nth(2)
  await first.fill('2000')
  await page.screenshot({ path: info.outputPath('quota.png') })
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '空间配额' }).click()
  await expect(dialog.getByRole('spinbutton', { name: '每个站点' })).toHaveValue('1000')
  await expect(dialog.getByRole('spinbutton').nth(2)).toHaveValue('2000')
})
