import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rowsIn, sheetOf } from '#tests/builders/sheet.ts'
import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

test('sensitive words are added, searched, edited and deleted, one and many [B-116] [B-117] [B-118] [B-119] [B-122]', async ({
  shell,
  page,
}) => {
  await shell.open('敏感词')
  await expect(page.getByText('还没有敏感词')).toBeVisible()
  const dialog = page.getByRole('dialog')
  const sure = page.getByRole('button', { name: '确定' })
  const add = async (word: string, instead = ''): Promise<void> => {
    await page.getByRole('button', { name: '新增', exact: true }).click()
    await dialog.getByRole('textbox', { name: '敏感词' }).fill(word)
    await dialog.getByRole('textbox', { name: '替换词' }).fill(instead)
    await sure.click()
  }
  await add('坏词', '好词')
  await expect(dialog).toBeHidden()
  await add('𠮷野家😀')
  await expect(dialog).toBeHidden()
  await add('坏词')
  await expect(shell.toast('敏感词“坏词”已存在，请换一个或编辑已有的敏感词')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: '敏感词' })).toHaveValue('坏词')
  await dialog.getByRole('textbox', { name: '敏感词' }).fill('广告')
  await sure.click()
  await expect(dialog).toBeHidden()

  const rows = page.getByRole('table', { name: '敏感词' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await page.getByRole('button', { name: '编辑 坏词' }).click()
  await dialog.getByRole('textbox', { name: '替换词' }).fill('文明用语')
  expect(await violations(page)).toEqual([])
  await sure.click()
  await expect(rows.filter({ hasText: '坏词' })).toContainText('文明用语')

  await page.getByRole('searchbox', { name: '搜索敏感词或替换词' }).fill('𠮷野')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: '删除 𠮷野家😀' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('确认删除？ 操作不可撤销！')
  await sure.click()
  await page.getByRole('button', { name: '清除条件' }).click()
  await expect(rows).toHaveCount(3)
  for (const word of ['坏词', '广告']) await page.getByRole('checkbox', { name: new RegExp(word) }).check()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: '批量删除' }).click()
  await sure.click()
  await expect(page.getByText('还没有敏感词')).toBeVisible()
})

test('10,000 words come in from a sheet with a broken row in the middle, and go out [B-120] [B-121]', async ({
  shell,
  page,
  home,
}) => {
  test.slow()
  await shell.open('敏感词')
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: '导入敏感词' })
  await expect(dialog).toContainText('不超过 100 M')
  const words = Array.from({ length: 10_000 }, (_, i) => (i === 5000 ? ['', '没有词'] : [`词${i}`, `换${i}`]))
  const file = join(home, '敏感词.xlsx')
  writeFileSync(file, await sheetOf([['敏感词', '替换词'], ...words]))
  await dialog.getByLabel('选择表格').setInputFiles(file)
  await expect(dialog).toContainText('已导入 9999 行，1 行未导入。', { timeout: 60_000 })
  await expect(dialog.getByRole('row')).toHaveText(['行号原因', '5002“敏感词”不能为空'])
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(page.getByText(/9999/).first()).toBeVisible()
  await page.getByRole('searchbox', { name: '搜索敏感词或替换词' }).fill('换777')
  // A full page has as many rows as the found ones.
  await expect(page.getByText('共 11 条')).toBeVisible()
  await expect(page.getByRole('table', { name: '敏感词' }).getByRole('row')).toHaveCount(11)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const rows = await rowsIn(await readFile(await (await coming).path()))
  expect(rows[0]).toEqual(['敏感词', '替换词', '创建时间'])
  expect(rows[1]?.slice(0, 2)).toEqual(['词777', '换777'])
  expect(rows).toHaveLength(12)
})
