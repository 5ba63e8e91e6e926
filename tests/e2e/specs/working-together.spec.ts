import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { PASSWORDS, remove, type RunningApp, startApp, tempFolder } from '../app.ts'
import { expect, test } from '../fixtures.ts'
import { Connect } from '../pages/connect.ts'
import { ContentList } from '../pages/content.ts'
import { ContentForm } from '../pages/contentForm.ts'
import { Login } from '../pages/login.ts'
import { Shell } from '../pages/shell.ts'
import { violations } from '../pages/violations.ts'

const GROUP = '新闻中心'
const COLUMN = '集团新闻'

/** Writes a draft of 集团新闻 through its form. */
async function draft(page: Page, title: string): Promise<ContentList> {
  const list = new ContentList(page)
  await list.open(GROUP, COLUMN)
  await list.button('新增').click()
  const form = new ContentForm(page)
  await form.text('标题').fill(title)
  await form.dialog.getByRole('combobox', { name: '发布时间日期' }).fill('2026-01-31')
  await form.group('正文').locator('[contenteditable=true]').click()
  await page.keyboard.type('正文')
  await form.save('保存到草稿')
  await expect(list.row(title)).toBeVisible()
  return list
}

/** A second person: a host of its own on the first one's server, signed in as the editor. */
async function second(browser: Browser, first: RunningApp): Promise<{ page: Page; end: () => Promise<void> }> {
  const data = tempFolder('second')
  const app = await startApp(data)
  const page = await (await browser.newContext()).newPage()
  await page.goto(app.launchAddress)
  const connect = new Connect(page)
  await connect.fill('同事的服务器', first.serverUrl())
  await connect.save.click()
  await connect.kept
    .getByRole('button', { name: /使用|登录/ })
    .first()
    .click()
  const login = new Login(page, join(first.dataDir, 'server'))
  await login.fill('editor', PASSWORDS.demo)
  await login.submit.click()
  await new Shell(page).expectSignedIn('editor')
  return {
    page,
    async end() {
      await page.context().close()
      await app.stop()
      remove(data)
    },
  }
}

test('two people at one entry: the second one sees who has it, takes it over, and the first one’s writing is kept', async ({
  shell,
  page,
  app,
  browser,
}) => {
  test.slow()
  await shell.expectSignedIn('admin')
  const list = await draft(page, '合写的稿子')
  await list.action('编辑', '合写的稿子').click()
  const mine = new ContentForm(page)
  await mine.text('来源').fill('我写了一半')

  const other = await second(browser, app)
  const theirs = new ContentList(other.page)
  await theirs.open(GROUP, COLUMN)
  await expect(theirs.row('合写的稿子').getByTitle(/系统管理员 自 .* 起正在编辑/)).toBeVisible()
  await theirs.action('编辑', '合写的稿子').click()
  const form = new ContentForm(other.page)
  await expect(form.dialog).toContainText(/系统管理员 自 .* 起正在编辑该内容/)
  await expect(form.text('标题')).toHaveCount(0)
  await other.page.screenshot({ path: test.info().outputPath('locked.png') })
  expect(await violations(other.page), 'locked form').toEqual([])
  await form.button('接管').click()
  await other.page.getByRole('alertdialog').getByRole('button', { name: '接管' }).click()
  await expect(form.text('标题')).toBeVisible()

  // Pushed: far sooner than the next beat.
  await expect(mine.dialog).toContainText('接管了该内容的编辑', { timeout: 10_000 })
  await expect(mine.text('来源')).toHaveCount(0)
  await expect(mine.dialog).toContainText('我写了一半')
  await page.screenshot({ path: test.info().outputPath('taken.png') })
  expect(await violations(page), 'form that was taken over').toEqual([])
  await mine.button('取消').click()
  await expect(mine.dialog).toHaveCount(0)
  await form.text('摘要').fill('别人写的')
  await form.save('保存到草稿')
  await other.end()

  // The notice leads to the entry, which offers what was typed.
  await page.getByRole('button', { name: '通知，1 条未读' }).click()
  await page.getByRole('button', { name: /接管了“合写的稿子”的编辑/ }).click()
  await page.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(mine.text('来源')).toHaveValue('我写了一半')
  // Behind the form.
  await expect(page.getByRole('button', { name: '通知', exact: true, includeHidden: true })).toBeAttached()
})

test('an account that opens an entry in a second window is told so, and goes on there', async ({
  shell,
  page,
  context,
}) => {
  await shell.expectSignedIn('admin')
  const two = await context.newPage()
  await two.goto(new URL('/index', page.url()).href)
  await new Shell(two).expectSignedIn('admin')
  await expect(two.getByRole('button', { name: '通知', exact: true })).toBeVisible()
  const list = await draft(page, '会被接管的稿子')
  await list.action('编辑', '会被接管的稿子').click()
  await expect(new ContentForm(page).text('标题')).toBeVisible()
  // The same account in a second window is told which one has it.
  const there = new ContentList(two)
  await there.open(GROUP, COLUMN)
  await there.action('编辑', '会被接管的稿子').click()
  const form = new ContentForm(two)
  await expect(form.dialog).toContainText('正在另一窗口编辑该内容')
  await form.button('在当前窗口编辑').click()
  await expect(form.text('标题')).toBeVisible()
})

test('an entry is published on a date that its form, the list and the calendar show', async ({ shell, page }) => {
  await shell.expectSignedIn('admin')
  const list = await draft(page, '明天的新闻')
  await list.action('编辑', '明天的新闻').click()
  const form = new ContentForm(page)
  await form.button('定时').click()
  const dialog = page.getByRole('dialog', { name: '定时', exact: true })
  const later = new Date(Date.now() + 24 * 3600_000)
  const two = (n: number): string => String(n).padStart(2, '0')
  const day = `${later.getFullYear()}-${two(later.getMonth() + 1)}-${two(later.getDate())}`
  await dialog.getByRole('combobox', { name: '时间日期' }).fill(day)
  await dialog.getByRole('textbox', { name: '时间时间' }).fill('09:30:00')
  await page.screenshot({ path: test.info().outputPath('date.png') })
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(form.dialog).toContainText(`将于 ${day} 09:30 定时发布，由 系统管理员 安排`)
  await page.screenshot({ path: test.info().outputPath('planned.png') })
  await form.button('取消').click()
  await list.button('发布日历').click()
  const calendar = page.getByRole('dialog', { name: '发布日历' })
  await expect(calendar.getByRole('button', { name: /09:30 定时发布（等待执行）明天的新闻/ })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('calendar.png') })
  expect(await violations(page), 'calendar').toEqual([])
  await calendar.getByRole('tab', { name: '周' }).click()
  await page.screenshot({ path: test.info().outputPath('week.png') })
})

test('the list of notices in light and dark, without a fault of accessibility', async ({ shell, page }) => {
  await shell.expectSignedIn('admin')
  await page.getByRole('button', { name: '通知', exact: true }).click()
  await expect(page.getByText('没有未读的通知')).toBeVisible()
  await page.getByRole('tab', { name: '全部' }).click()
  await page.screenshot({ path: test.info().outputPath('notices.png') })
  expect(await violations(page), 'notices').toEqual([])
})
