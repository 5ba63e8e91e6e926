import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

const preset = (page: Page): Locator => page.getByRole('alertdialog', { name: '部门预设' })
const row = (page: Page, name: string): Locator => preset(page).getByRole('row').filter({ hasText: name })

async function typeName(page: Page, name: string): Promise<void> {
  await preset(page).getByRole('textbox', { name: '部门名称' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(row(page, name)).toBeVisible()
}

test('departments are added, renamed, moved and deleted, and accounts choose from them [B-308] [C-045] [C-051] [C-052] [C-053] [C-054] [C-055]', async ({
  shell,
  page,
}) => {
  test.slow()
  await shell.open('账号管理')
  await page.getByRole('button', { name: '部门预设' }).click()
  await expect(row(page, '内容编辑组')).toHaveAttribute('aria-level', '3')
  await preset(page).getByRole('button', { name: '新增一级部门' }).click()
  await typeName(page, '西南分公司')
  await preset(page).getByRole('button', { name: '新增下级 西南分公司' }).click()
  await typeName(page, '客服组')
  await expect(row(page, '客服组')).toHaveAttribute('aria-level', '2')
  await row(page, '客服组').focus()
  await page.keyboard.press('F2')
  await typeName(page, '客户服务组')
  const handle = row(page, '客户服务组').locator('[draggable]')
  // In view together with it: Playwright would scroll between the press and the drag.
  await handle.dragTo(row(page, '市场部').last())
  await expect(row(page, '客户服务组')).toHaveAttribute('aria-level', '3')
  await row(page, '西南分公司').focus()
  await page.keyboard.press('Delete')
  await expect(question(page).last()).toContainText('删除部门“西南分公司”')
  await question(page).last().getByRole('button', { name: '确定' }).click()
  await expect(row(page, '西南分公司')).toBeHidden()
  await preset(page).getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('button', { name: '新增', exact: true }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: '所属部门' }).click()
  await expect(page.getByRole('option', { name: '客户服务组' })).toBeVisible()
})

test('who is in a department keeps it, is shown, and it is for everybody [C-054]', async ({ shell, page }) => {
  test.slow()
  await shell.open('账号管理')
  await page.getByRole('button', { name: '部门预设' }).click()
  await expect(row(page, '内容编辑组')).toBeVisible()
  expect(await violations(page), 'preset').toEqual([])
  await preset(page).getByRole('button', { name: '删除 内容编辑组' }).click()
  await question(page).last().getByRole('button', { name: '确定' }).click()
  const refusal = '部门“内容编辑组”下还有 1 个账号，请先为这些账号选择其他部门，再删除部门'
  // The toast, and its words for screen readers for a while.
  await expect(page.getByText(refusal).first()).toBeVisible()
  await preset(page).getByRole('button', { name: '部门账号 内容编辑组' }).click()
  const accounts = page.getByRole('dialog', { name: '部门“内容编辑组”的账号' })
  await expect(accounts.getByRole('row').filter({ hasText: 'editor' })).toBeVisible()
  expect(await violations(page), 'accounts').toEqual([])
})
