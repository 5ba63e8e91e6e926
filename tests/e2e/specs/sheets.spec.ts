import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { rowsIn, sheetOf } from '#tests/builders/sheet.ts'
import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

/** The rows of the sheet that the button brings. */
async function sheetBehind(page: Page, button: string): Promise<unknown[][]> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  return rowsIn(await readFile(await (await coming).path()))
}

test('dictionaries leave as a sheet, come in from one, and refused rows come back [A-208] [A-209]', async ({
  shell,
  page,
  home,
}) => {
  test.slow()
  await shell.open('组件演示')
  await page.getByRole('tab', { name: '导入导出' }).click()
  const exported = await sheetBehind(page, '导出')
  expect(exported[0]).toEqual(['字典名称', '字典值', '创建时间'])
  expect(exported).toContainEqual(['性别', '男、女', expect.anything()])

  await page.getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: '导入字典' })
  expect(await violations(page)).toEqual([])
  expect((await sheetBehind(page, '下载导入模板'))[0]).toEqual(['字典名称*', '字典值*'])

  const choose = async (name: string, rows: Parameters<typeof sheetOf>[0]): Promise<void> => {
    const file = join(home, name)
    writeFileSync(file, await sheetOf(rows))
    await dialog.getByLabel('选择表格').setInputFiles(file)
  }
  await choose('错的标题.xlsx', [['名称'], ['颜色']])
  await expect(dialog).toContainText('表格缺少“字典名称”、“字典值”列')
  await choose('字典.xlsx', [
    ['字典值', '字典名称'],
    ['红、蓝', '颜色'],
    ['男', '性别'],
  ])
  await expect(dialog).toContainText('已导入 1 行，1 行未导入。')
  await expect(dialog.getByRole('row')).toHaveText(['行号原因', '3字典“性别”已存在'])
  await expect(dialog.getByRole('button', { name: '关闭' }).last()).toBeFocused()
  expect(await violations(page)).toEqual([])
  expect((await sheetBehind(page, '下载未导入的行'))[1]).toEqual(['男', '性别', 3, '字典“性别”已存在'])
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  expect(await sheetBehind(page, '导出')).toContainEqual(['颜色', '红、蓝', expect.anything()])
})
