import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { ContentList } from '../pages/content.ts'
import { violations } from '../pages/violations.ts'

async function pick(page: Page, kind: '源站' | '目标', site: string, column: string): Promise<void> {
  const dialog = page.getByRole('dialog').first()
  await dialog.getByRole('combobox', { name: `${kind === '源站' ? '源' : '目标'}站点` }).click()
  await page.getByRole('option', { name: site }).click()
  await dialog.getByRole('button', { name: new RegExp(`^${kind === '源站' ? '源站栏目' : '目标(站)?栏目'}`) }).click()
  await page.getByRole('searchbox', { name: '搜索栏目' }).fill(column)
  await page.getByRole('gridcell', { name: column }).click()
}

test('a rule copies what is new to another site; the log says so [B-005] [B-083] [B-084] [B-190] [B-357] [B-358]', async ({
  shell,
  page,
}) => {
  await shell.open('跨站复制规则')
  await page.getByRole('main').getByRole('button', { name: '新增规则' }).click()
  const dialog = page.getByRole('dialog', { name: '新增规则' })
  await dialog.getByRole('textbox', { name: '规则标题' }).fill('招聘到分站')
  await pick(page, '源站', '集团官网', '人才招聘')
  await pick(page, '目标', '海洋科技', '公司新闻')
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(dialog.getByText('已匹配 2 个')).toBeVisible()
  // By dragging, too.
  const from = dialog.getByRole('list', { name: '源站字段' }).getByText('工作地点（单行文本）')
  const author = dialog.getByRole('list', { name: '目标站字段' }).getByText('作者（单行文本）')
  await from.hover()
  await page.mouse.down()
  const to = await author.boundingBox()
  await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 5, { steps: 10 })
  await page.mouse.up()
  await expect(dialog.getByText('已匹配 3 个')).toBeVisible()
  expect(await violations(page), 'wizard').toEqual([])
  await dialog.getByRole('button', { name: '保存规则' }).click()
  await expect(page.getByRole('row').filter({ hasText: '招聘到分站' })).toContainText('正常')

  const list = new ContentList(page)
  await shell.open('人才招聘')
  await list.button('新增').click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: '职位', exact: true }).fill('远洋船长')
  await form.getByRole('button', { name: '保存到草稿' }).click()
  await expect(shell.toast('已按规则跨站复制 1 条').last()).toBeVisible()

  await shell.open('复制日志')
  const row = page.getByRole('row').filter({ hasText: '远洋船长' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('集团官网人才招聘海洋科技公司新闻')
  await expect(row).toContainText('成功')
})

test('a rule copies what is there already, each entry once', async ({ shell, page }) => {
  await shell.open('跨站复制规则')
  await page.getByRole('main').getByRole('button', { name: '新增规则' }).click()
  const dialog = page.getByRole('dialog', { name: '新增规则' })
  await dialog.getByRole('textbox', { name: '规则标题' }).fill('新闻到分站')
  await pick(page, '源站', '集团官网', '集团新闻')
  await pick(page, '目标', '海洋科技', '科研进展')
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(dialog.getByText('已匹配 8 个')).toBeVisible()
  await dialog.getByRole('button', { name: '保存规则' }).click()
  const row = page.getByRole('row').filter({ hasText: '新闻到分站' })
  await page.getByRole('button', { name: '立即执行 新闻到分站' }).click()
  expect(await violations(page), 'run').toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: '开始复制' }).click()
  await expect(page.getByText('每篇内容的复制结果见“复制日志”')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  await expect(row).toContainText('科研进展—12')
})

test('entries are copied by hand to another site as drafts [B-022] [B-082] [B-356]', async ({ shell, page }) => {
  const list = new ContentList(page)
  await list.open('新闻中心', '集团新闻')
  const NOTICE = '关于召开下半年工作会议的通知'
  await list.more(NOTICE, '跨站复制')
  await pick(page, '目标', '海洋科技', '公司新闻')
  expect(await violations(page), 'dialog').toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: '复制', exact: true }).click()
  await expect(shell.toast('复制成功').last()).toBeVisible()
  await shell.open('复制日志')
  await expect(page.getByRole('row').filter({ hasText: NOTICE })).toContainText('成功')
})
