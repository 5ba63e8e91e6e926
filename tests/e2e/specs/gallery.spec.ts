import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

const PANELS = ['列表', '树表', '表单与字段', '对话框', '状态与反馈'] as const

const show = async (page: Page, panel: (typeof PANELS)[number]): Promise<void> => {
  await page.getByRole('tab', { name: panel, exact: true }).click()
  await expect(page.getByRole('tabpanel', { name: panel })).toBeVisible()
}

for (const theme of ['浅色', '深色'] as const) {
  test(`the parts of the kit are accessible and keep inside the window, ${theme}`, async ({ shell, page }, info) => {
    test.slow()
    await shell.setTheme(theme)
    await shell.open('组件演示')
    for (const panel of PANELS) {
      await show(page, panel)
      if (panel === '表单与字段') await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible()
      await page.screenshot({ path: info.outputPath(`${theme} ${panel}.png`), animations: 'disabled' })
      expect(await violations(page), panel).toEqual([])
    }
    await show(page, '列表')
    for (const state of ['没有权限', '加载失败', '刷新失败', '没有数据', '长文字', '一千行']) {
      await page.getByRole('radio', { name: state }).click()
      await expect(page.getByRole('radio', { name: state })).toBeChecked()
      expect(await violations(page), state).toEqual([])
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(over).toBeLessThanOrEqual(0)
  })
}

test('the dialogs of the kit are accessible, and close with Escape', async ({ shell, page }) => {
  test.slow()
  await shell.open('组件演示')
  await show(page, '对话框')
  for (const kind of ['表单', '分步表单', '选择一条', '选择多条', '抽屉', '面板', '确认', '危险操作的确认', '提示']) {
    await page.getByRole('button', { name: kind, exact: true }).click()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await expect(dialog).toBeVisible()
    expect(await violations(page), kind).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test('a switch whose save is refused goes back, and ten thousand rows open at once', async ({ shell, page }) => {
  await shell.open('组件演示')
  await show(page, '树表')
  const refused = page.getByRole('switch', { name: '保存失败 关于我们' })
  await expect(refused).toBeChecked()
  await refused.click()
  await expect(shell.toast('没有修改该栏目的权限')).toBeVisible()
  await expect(refused).toBeChecked()
  await page.getByRole('switch', { name: '一万行' }).click()
  await page.getByRole('button', { name: '展开全部' }).click()
  await expect(page.getByRole('row', { name: /集团要闻/ }).first()).toBeVisible()
})

test('a long message is cut to four lines, and opens whole under the pointer and with its button focused', async ({
  shell,
  page,
}) => {
  await shell.open('组件演示')
  await page.getByRole('tab', { name: '状态与反馈' }).click()
  await page.getByRole('button', { name: '长消息' }).click()
  const toast = shell.toast('这是一个很长的标题')
  const height = async (): Promise<number> => (await toast.boundingBox())?.height ?? 0
  const cut = 130
  await expect(toast).toBeVisible()
  expect(await height()).toBeLessThan(cut)
  await toast.hover()
  await expect.poll(height).toBeGreaterThan(cut)
  await page.mouse.move(0, 0)
  await expect.poll(height).toBeLessThan(cut)
  await toast.getByRole('button', { name: '关闭提示' }).focus()
  await expect.poll(height).toBeGreaterThan(cut)
  await page.keyboard.press('Enter')
  await expect(toast).toHaveCount(0)
})
