import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '../fixtures.ts'
import { Sites } from '../pages/sites.ts'
import { question } from '../pages/templates.ts'

test('a site is exported as one file, and comes in again as another site', async ({ shell: _signedIn, page }) => {
  const accessible = async (): Promise<void> => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`)).toEqual([])
  }
  const sites = new Sites(page)
  await sites.open()
  await sites.action('导出站点', '集团官网').click()
  const exporting = sites.dialog('导出站点“集团官网”')
  await expect(exporting.getByRole('button', { name: '开始导出' })).toBeVisible()
  await accessible()
  await page.screenshot({ path: test.info().outputPath('export.png') })
  await exporting.getByRole('button', { name: '开始导出' }).click()
  const fetching = exporting.getByRole('button', { name: '下载导出包' })
  await expect(fetching).toBeVisible({ timeout: 60_000 })
  const downloading = page.waitForEvent('download')
  await fetching.click()
  const file = test.info().outputPath('group.zip')
  await (await downloading).saveAs(file)
  await expect(exporting.getByRole('list', { name: '已有的导出包' }).getByRole('listitem')).toHaveCount(1)
  await page.screenshot({ path: test.info().outputPath('exported.png') })
  await exporting.getByRole('button', { name: '关闭', exact: true }).first().click()

  await page.getByRole('button', { name: '导入站点' }).click()
  const choosing = page.getByRole('alertdialog', { name: '导入站点' })
  await choosing.locator('input[type=file]').setInputFiles(file)
  const asked = sites.dialog('导入站点')
  await expect(sites.field(asked, '站点名称')).toHaveValue('集团官网', { timeout: 30_000 })
  await expect(asked.getByText('标识符“group”已被使用，已更换为可用的标识符')).toBeVisible()
  await accessible()
  await page.screenshot({ path: test.info().outputPath('asked.png') })
  await sites.field(asked, '站点名称').fill('集团官网二')
  await asked.getByRole('button', { name: '开始导入' }).click()
  await expect(question(page)).toContainText('导入站点“集团官网二”已完成', { timeout: 60_000 })
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(sites.row('集团官网二')).toBeVisible()
  await expect(sites.row('集团官网二')).toContainText('停用')
  await page.screenshot({ path: test.info().outputPath('imported.png') })

  await page.getByRole('combobox', { name: '当前站点' }).click()
  await page.getByRole('option', { name: '集团官网二' }).click()
  await page.getByRole('button', { name: '导入站点' }).click()
  await choosing.locator('input[type=file]').setInputFiles({
    name: 'other.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'),
  })
  await expect(choosing.getByText(/压缩包里没有 site.json/)).toBeVisible({ timeout: 30_000 })
  await page.screenshot({ path: test.info().outputPath('refused.png') })
})
