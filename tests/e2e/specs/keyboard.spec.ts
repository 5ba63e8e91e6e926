import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Editor } from '../pages/editor.ts'
import { Shell } from '../pages/shell.ts'
import { DEMO, Templates } from '../pages/templates.ts'

/** Presses Tab until the element has the focus, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`)
}

test('the whole way by keyboard alone: choosing the server, template list, file manager, editor, save @smoke', async ({
  page,
  remote,
}) => {
  test.slow()
  const shell = new Shell(page)
  await shell.signOut()
  await page.goto(new URL('/connect', page.url()).href)
  await tabTo(page, page.getByRole('button', { name: '使用内置服务器' }))
  await page.keyboard.press('Enter')
  await shell.expectSignedIn('admin')

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('模板列')
  await page.keyboard.press('Enter')
  const templates = new Templates(page)
  await tabTo(page, templates.list.locator('tbody tr[tabindex="0"]'))
  while (!(await templates.row(DEMO.name).evaluate((row) => row === document.activeElement))) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(templates.file('index.html')).toBeVisible()
  while (!(await templates.file('index.html').evaluate((row) => row === document.activeElement))) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  const editor = new Editor(page)
  await editor.expectOpen('index.html')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.insertText('<!-- by keyboard -->')
  await page.keyboard.press('ControlOrMeta+s')
  await editor.expectSaved('index.html')
  expect(await remote.read(DEMO.folder, 'index.html')).toMatch(/^<!-- by keyboard -->/)
})

test('the Tab key passes the open pages in one step, and the arrow keys move among them', async ({ shell, page }) => {
  for (const title of ['模板列表', '站点列表', '操作日志']) await shell.open(title)
  await shell.tabs.getByRole('button', { name: '全部页面' }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(shell.tab('操作日志')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(shell.tabs.locator(':focus')).toHaveCount(0)
  await shell.tab('操作日志').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(shell.tab('站点列表')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(shell.tab('首页')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shell.tab('首页')).toHaveAttribute('aria-current', 'page')
})
