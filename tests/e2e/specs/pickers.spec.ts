import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { addGroup } from '../accounts.ts'
import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

const openPanel = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: '选择器', exact: true }).click()
  await expect(page.getByRole('tabpanel', { name: '选择器' })).toBeVisible()
}
const tick = (dialog: Locator, name: string): Promise<void> => dialog.getByRole('checkbox', { name }).click()

test('users are chosen from the groups below the own one, over pages and groups [B-078] [B-079] [B-264]', async ({
  shell,
  app,
  page,
}) => {
  const data = join(app.dataDir, 'server')
  const reporters = Array.from({ length: 23 }, (_, at) => ({
    username: `news${String(at + 1).padStart(2, '0')}`,
    trueName: `记者${at + 1}`,
    email: `news${at + 1}@example.com`,
  }))
  const news = addGroup(data, '新闻中心', reporters)
  addGroup(data, '体育组', [{ username: 'sport', trueName: '赵敏', email: '' }], news)
  await shell.open('组件演示')
  await openPanel(page)
  await page.getByRole('button', { name: '选择收件人' }).click()
  const dialog = page.getByRole('dialog', { name: '选择用户' })
  await expect(dialog.getByText('共 28 条')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('请选择数据！')).toBeVisible()

  await dialog.getByRole('combobox', { name: '管理组' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    '全部',
    '站点编辑',
    '模板设计师',
    '无角色',
    '新闻中心',
    '体育组',
  ])
  await page.getByRole('option', { name: '新闻中心' }).click()
  await expect(dialog.getByText('共 23 条')).toBeVisible()
  await tick(dialog, '选择 记者2（news02）')
  await dialog.getByRole('button', { name: '第 3 页' }).click()
  await tick(dialog, '选择 记者23（news23）')
  await dialog.getByPlaceholder('搜索账号、姓名或邮箱').fill('记者11')
  await expect(dialog.getByText('共 1 条')).toBeVisible()
  await tick(dialog, '选择 记者11（news11）')
  await expect(dialog.getByText('已选 3 项')).toBeVisible()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('记者2（news02）、记者23（news23）、记者11（news11）')).toBeVisible()
})

test('recipients are typed, pasted and taken from the users; a wrong one is named and corrected [B-246]', async ({
  shell,
  page,
}) => {
  await shell.open('组件演示')
  await openPanel(page)
  const input = page.getByRole('textbox', { name: '收件人' })
  const entries = page.getByRole('list', { name: '已输入的收件人' }).getByRole('listitem')
  await input.click()
  await page.keyboard.type('zhang.san@example.com|wrong|last@example.com')
  await expect(entries).toHaveCount(2)
  // Leaving the input takes the last one, and the click on the button below it is not lost.
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(entries).toHaveCount(3)
  await expect(shell.toast('邮箱格式有误：wrong')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'wrong（格式有误）' }).dblclick()
  await expect(input).toHaveValue('wrong')
  await page.keyboard.press('End')
  await page.keyboard.type('@example.com')
  await page.keyboard.press('Enter')
  await expect(entries).toHaveCount(3)
  await page.getByRole('button', { name: '选择用户', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '选择用户' })
  await tick(dialog, '选择 李婷（editor）')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(entries).toHaveCount(4)
  await page.getByRole('textbox', { name: '手机号' }).fill('138 0013 8000')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(shell.toast('4 个邮箱，1 个手机号')).toBeVisible()
})

test('an icon is found and chosen, sixteen on a page [C-393]', async ({ shell, page }) => {
  await shell.open('组件演示')
  await openPanel(page)
  await page.getByRole('button', { name: /^图标/ }).click()
  const icons = page.getByRole('listbox', { name: '图标' }).getByRole('option')
  await expect(icons).toHaveCount(16)
  expect(await violations(page)).toEqual([])
  await page.getByPlaceholder('搜索图标').fill('邮件')
  await expect(icons).toHaveCount(1)
  await icons.first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '图标 邮件 邮箱' })).toBeFocused()
})
