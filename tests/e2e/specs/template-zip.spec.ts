import { expect, test } from '../fixtures.ts'
import { SMALL } from '../pages/sync.ts'
import { Templates } from '../pages/templates.ts'

test('a template is exported as a zip file, and comes in again under another name', async ({
  shell: _signedIn,
  page,
}) => {
  const templates = new Templates(page)
  await templates.open()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: `导出 ${SMALL.name}` }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`${SMALL.name}.zip`)
  const file = test.info().outputPath(`${SMALL.name}.zip`)
  await download.saveAs(file)

  await page.getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: '导入模板' })
  await dialog.getByRole('textbox', { name: '名称' }).fill('带回来的模板')
  await dialog.locator('input[type=file]').setInputFiles(file)
  // The folder is that of the template that is there: what was typed and sent stays.
  await expect(dialog.getByText(/已被模板“起步模板”使用/)).toBeVisible({ timeout: 15_000 })
  await dialog.getByRole('textbox', { name: '标识符（模板文件夹）' }).fill('brought-back')
  await dialog.getByRole('button', { name: '导入', exact: true }).click()
  await expect(dialog).toHaveCount(0, { timeout: 15_000 })
  await templates.openManager('带回来的模板')
  await expect(page.getByRole('row').filter({ hasText: 'index.html' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'sitecraft-template.json' })).toHaveCount(0)
})
