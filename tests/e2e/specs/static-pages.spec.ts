import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Shell } from '../pages/shell.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

const generate = (page: Page) => page.getByRole('button', { name: /^生成静态页面|^已提交/ })
const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `选择 ${title}`, exact: true })

async function open(page: Page): Promise<void> {
  await new Shell(page).open('静态生成')
  await expect(box(page, '新闻中心')).toBeVisible()
}

test('ticked columns are queued with all below them, after 请选择数据, and the job is seen [A-124] [A-125] [A-127] [A-189] [A-274]', async ({
  shell,
  page,
}) => {
  await open(page)
  await generate(page).click()
  await expect(shell.toast('请选择数据')).toBeVisible()
  await box(page, '新闻中心').check()
  await expect(box(page, '集团新闻')).toBeChecked()
  await box(page, '集团新闻').uncheck()
  await generate(page).click()
  await expect(shell.toast('生成任务已加入队列')).toBeVisible()
  await expect(generate(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText(/^上次生成：.*共 \d+ 页/)).toBeVisible({ timeout: 30_000 })
})

test('a site is built, opened in a window of its own, and cleared after a question [A-011] [A-126] [A-273] [A-274] @smoke', async ({
  shell,
  page,
}, { project }) => {
  await open(page)
  await page.getByRole('checkbox', { name: '全选' }).check()
  await generate(page).click()
  await expect(page.getByText(/^上次生成：.*共 \d+ 页/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('处问题，其余页面已生成')).toHaveCount(0)
  // Electron hands the address to the system's browser.
  if (project.name === 'browser-host') {
    const opening = page.context().waitForEvent('page')
    await page.getByRole('button', { name: '打开网站' }).click()
    const site = await opening
    await expect(site.getByRole('heading', { name: '集团官网' })).toBeVisible()
    await site.getByRole('link', { name: '更多' }).first().click()
    await expect(site.getByRole('link', { name: '下一页' })).toBeVisible()
    await site.close()
  }
  await page.getByRole('button', { name: '清除静态页面' }).click()
  await expect(question(page)).toContainText('将清除站点“集团官网”的全部静态页面')
  await question(page).getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '清除静态页面' }).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('清除任务已加入队列')).toBeVisible()
  await expect(page.getByText('该站点还没有生成静态页面')).toBeVisible({ timeout: 30_000 })
})

test('a plan is set, shown with its next time, and switched off', async ({ shell, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  const before = await page.getByRole('switch', { name: '定时生成' }).boundingBox()
  await page.getByRole('switch', { name: '定时生成' }).click()
  const form = page.getByRole('dialog', { name: '定时生成' })
  await form.getByRole('radio', { name: '每周' }).click()
  await expect(form.getByRole('checkbox', { name: '星期一' })).toBeChecked()
  expect(await violations(page)).toEqual([])
  await form.getByRole('radio', { name: '每天' }).click()
  await form.getByRole('textbox', { name: '时间' }).fill('23:30')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText(/^每天 23:30，下次 \d{4}-\d\d-\d\d 23:30$/)).toBeVisible()
  expect(await page.getByRole('switch', { name: '定时生成' }).boundingBox(), 'stays where it is').toEqual(before)
  await page.getByRole('switch', { name: '定时生成' }).click()
  await expect(shell.toast('设置成功').last()).toBeVisible()
  await expect(page.getByText(/，下次 /)).toHaveCount(0)
})

for (const theme of ['浅色', '深色'] as const) {
  test(`static generation is accessible, ${theme}`, async ({ shell, page }) => {
    await shell.setTheme(theme)
    await open(page)
    await box(page, '新闻中心').check()
    expect(await violations(page)).toEqual([])
  })
}
