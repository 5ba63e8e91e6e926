import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sheetOf } from '#tests/builders/sheet.ts'
import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

const rowsOf = (page: Page) => page.getByRole('table', { name: '净值管理' }).getByRole('row')

test('net values are added, edited, switched, and their product closed and opened [B-139] [B-141] [B-142] [B-148] [B-210]', async ({
  shell,
  page,
}) => {
  await shell.open('净值管理')
  await page.getByRole('button', { name: '手动添加' }).click()
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.getByRole('textbox', { name })
  const sure = dialog.getByRole('button', { name: '确定' })
  await sure.click()
  await expect(shell.toast('请输入产品代码')).toBeVisible()
  await field('产品代码').fill('F001')
  await field('产品名称').fill('稳健一号')
  await dialog.getByRole('combobox', { name: '净值日期' }).fill('2026/1/31')
  await field('基金状态').fill('开放申购')
  await field('单位净值').fill('1.0230')
  await field('累计净值').fill('123456789012345.1234567890')
  expect(await violations(page)).toEqual([])
  await sure.click()
  await expect(dialog).toBeHidden()
  const row = rowsOf(page).filter({ hasText: 'F001' })
  await expect(row).toContainText('2026-01-31')
  await expect(row).toContainText('1.0230')
  await expect(row).toContainText('123456789012345.1234567890')

  await page.getByRole('button', { name: '编辑 稳健一号 2026-01-31' }).click()
  await expect(dialog).toHaveAccessibleName('编辑净值')
  await expect(field('产品代码')).toHaveCount(0)
  const { width } = page.viewportSize() ?? { width: 0 }
  // It grows while it opens.
  const shownWidth = async () => Math.round((await dialog.boundingBox())?.width ?? 0)
  await expect.poll(shownWidth).toBe(Math.round(width * 0.6))
  await field('七日年化收益率').fill('3.2')
  await sure.click()
  await expect(row).toContainText('3.2')

  const asked: unknown[] = []
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    if (body.includes('netWorth.updateStatus')) asked.push(JSON.parse(body))
  })
  await page.getByRole('button', { name: '关闭 稳健一号 2026-01-31' }).click()
  await expect(row.locator('.fui-Badge')).toHaveText('关闭')
  await expect(shell.toast('操作成功')).toBeVisible()
  expect(asked).toHaveLength(2)

  const status = async () => {
    await page.getByRole('button', { name: '产品状态 稳健一号 2026-01-31' }).click()
    return dialog.getByRole('switch')
  }
  const closed = await status()
  await expect(closed).not.toBeChecked()
  await closed.check()
  await expect(dialog.getByRole('combobox', { name: '停止时间日期' })).toHaveValue('9999-12-31')
  await expect(dialog.getByLabel('停止时间时间')).toHaveValue('23:59:59')
  expect(await violations(page)).toEqual([])
  await sure.click()
  await expect(dialog).toBeHidden()
  await expect(await status()).toBeChecked()
  await dialog.getByRole('button', { name: '取消' }).click()

  await page.getByRole('button', { name: '删除 稳健一号 2026-01-31' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('确认删除？ 操作不可撤销！')
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('还没有净值')).toBeVisible()
})

test('net values come in from a sheet, are searched by code and deleted together [B-138] [B-144] [B-145] [B-393]', async ({
  shell,
  page,
  home,
}) => {
  await shell.open('净值管理')
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const file = join(home, '净值.xlsx')
  const values = Array.from({ length: 12 }, (_, i) => [
    i < 6 ? 'F001' : 'F002',
    i < 6 ? '稳健一号' : '稳健二号',
    `2026-01-${String(i + 1).padStart(2, '0')}`,
    i === 5 ? '坏' : `1.${String(i).padStart(4, '0')}`,
  ])
  writeFileSync(file, await sheetOf([['产品代码', '产品名称', '净值日期', '单位净值'], ...values]))
  const dialog = page.getByRole('alertdialog', { name: '导入净值' })
  await dialog.first().getByLabel('选择表格').setInputFiles(file)
  const said = '已导入 11 条净值，1 行未导入，请按原因修正后重新导入'
  const alert = dialog.filter({ hasText: said })
  await expect(alert).toBeVisible({ timeout: 30_000 })
  await expect(dialog.getByRole('row')).toHaveText(['行号原因', '7“单位净值”应为数字'])
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(rowsOf(page)).toHaveCount(11)
  expect(await violations(page)).toEqual([])
  await page.getByRole('searchbox', { name: '搜索产品代码' }).fill('f001')
  await expect(rowsOf(page)).toHaveCount(6)
  await page
    .getByRole('checkbox', { name: /全选|全部/ })
    .first()
    .check()
  await page.getByRole('button', { name: '批量删除' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('没有找到')).toBeVisible()
  await page.getByRole('button', { name: '清除条件' }).click()
  await expect(rowsOf(page)).toHaveCount(7)
})
