import type { Page, TestInfo } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Shell } from '../pages/shell.ts'
import { violations } from '../pages/violations.ts'

const seen = async (page: Page, info: TestInfo, name: string): Promise<void> => {
  await page.screenshot({ path: info.outputPath(`${name}.png`), animations: 'disabled' })
}

async function addAccount(shell: Shell, page: Page, info: TestInfo): Promise<void> {
  await shell.open('公众号管理')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '确定' }).click()
  for (const message of ['请输入标题', '请输入appId', '请输入appSecret']) await expect(dialog).toContainText(message)
  await dialog.getByRole('textbox', { name: '标题' }).fill('集团公众号')
  await dialog.getByRole('textbox', { name: 'appId' }).fill('wx0123456789abcdef')
  await dialog
    .getByLabel(/^appSecret/)
    .first()
    .fill('only for this test')
  expect(await violations(page), 'account').toEqual([])
  await seen(page, info, '公众号配置')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
}

test('official accounts are listed by name and appId, edited and deleted [C-005] [C-120] [C-235] [C-236] [C-237]', async ({
  shell,
  page,
}, info) => {
  await addAccount(shell, page, info)
  const row = page.getByRole('row').filter({ hasText: '集团公众号' })
  await expect(row).toContainText('wx0123456789abcdef')
  await seen(page, info, '公众号管理')
  await page.getByRole('button', { name: '编辑 集团公众号' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(/^appSecret/).first()).toHaveValue('')
  await dialog.getByRole('textbox', { name: '标题' }).fill('新公众号')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('row').filter({ hasText: '新公众号' })).toBeVisible()
  await page.getByRole('button', { name: '删除 新公众号' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('该站点还没有公众号', { exact: true })).toBeVisible()
})

test('a rule is added, run, and its log says what became of it [C-121] [C-122] [C-123] [C-124] [C-125] [C-126] [C-200] [C-241]', async ({
  shell,
  page,
}, info) => {
  await addAccount(shell, page, info)
  await shell.open('公众号规则')
  await page.getByRole('button', { name: '新增规则' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '确定' }).click()
  for (const message of ['请输入账号', '请选择数据规则', '请选择源站栏目']) await expect(dialog).toContainText(message)
  await dialog.getByRole('textbox', { name: '标题' }).fill('新闻推送')
  await dialog.getByRole('radio', { name: '推送' }).check()
  await dialog.getByRole('button', { name: /^源站栏目/ }).click()
  await page.getByRole('searchbox', { name: '搜索栏目' }).fill('集团新闻')
  await page.getByRole('gridcell', { name: '集团新闻' }).click()
  for (const [part, field] of [
    ['标题', '标题'],
    ['封面图', '封面图'],
    ['正文', '正文'],
  ] as const) {
    await dialog.getByRole('group', { name: '字段匹配' }).getByRole('combobox', { name: part }).click()
    await page.getByRole('option', { name: field, exact: true }).click()
  }
  await dialog.getByRole('switch', { name: '启用' }).uncheck()
  expect(await violations(page), 'rule').toEqual([])
  await seen(page, info, '新增规则')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: '新闻推送' })
  await expect(row).toContainText('推送')
  await expect(row).toContainText('集团新闻')
  await seen(page, info, '公众号规则')
  await page.getByRole('button', { name: '日志 新闻推送' }).click()
  await expect(page.getByRole('dialog', { name: '日志：新闻推送' })).toContainText('还没有处理记录')
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '删除 新闻推送' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('该站点还没有公众号规则')).toBeVisible()
})
