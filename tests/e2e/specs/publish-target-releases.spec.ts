import { mkdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

test('a target switches releases at once, at its times, and a deployment lists its files', async ({
  shell,
  page,
  home,
}, info) => {
  test.slow()
  const folder = join(home, 'www')
  mkdirSync(folder)
  await shell.open('静态生成')
  await page.getByRole('main').getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /^生成静态页面/ }).click()
  await expect(page.getByText(/上次生成：/)).toBeVisible({ timeout: 60_000 })

  await shell.open('发布目标')
  await page.getByRole('main').getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog', { name: '新增发布目标' })
  await form.getByRole('textbox', { name: '名称' }).fill('正式')
  await form.getByRole('radio', { name: '服务器上的文件夹' }).check()
  await form.getByRole('textbox', { name: '文件夹' }).fill(folder)
  await form.getByRole('radio', { name: '每天' }).check()
  await form.getByRole('textbox', { name: '时间' }).fill('25:00')
  await form.getByRole('switch', { name: '整站切换' }).check()
  await expect(form.getByText(`“${folder}/current”`)).toBeVisible()
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form.getByText(/时间格式应为/)).toBeVisible()
  await form.getByRole('textbox', { name: '时间' }).fill('04:30')
  expect(await violations(page), 'form').toEqual([])
  await form.getByRole('spinbutton', { name: '保留份数' }).scrollIntoViewIfNeeded()
  await page.screenshot({ path: info.outputPath('form-releases.png') })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: info.outputPath('form-releases-dark.png') })
  await page.emulateMedia({ colorScheme: 'light' })
  await form.getByRole('button', { name: '确定' }).click()
  const row = page.getByRole('row', { name: /正式/ })
  await expect(row).toContainText('每天 04:30')
  await row.getByRole('button', { name: /测试连接/ }).click()
  await expect(page.locator('.fui-Toast').getByText(/连接正常/)).toBeVisible()
  await row.getByRole('button', { name: /^发布 / }).click()
  await expect(row).toContainText('已是最新', { timeout: 30_000 })
  expect(readlinkSync(join(folder, 'current'))).toMatch(/^releases\/\d{14}-\d+$/)
  expect(readFileSync(join(folder, 'current', 'index.html'), 'utf8')).toContain('<html')

  await row.getByRole('button', { name: /发布记录/ }).click()
  const history = page.getByRole('dialog', { name: '“正式”的发布记录' })
  await history.getByRole('row').nth(1).getByRole('button', { name: /详情/ }).click()
  const detail = page.getByRole('dialog', { name: /的发布$/ })
  await detail.getByRole('searchbox').fill('index.html')
  await expect(detail.getByRole('row', { name: /^index\.html/ })).toContainText('更新')
  expect(await violations(page), 'files').toEqual([])
  await page.screenshot({ path: info.outputPath('files.png') })
})
