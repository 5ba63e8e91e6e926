import { expect, test } from '../fixtures.ts'
import { Editor } from '../pages/editor.ts'
import { CORPORATE, Templates } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

test('a template file is seen as the page that it makes, before it is saved', async ({ shell: _signedIn, page }) => {
  const templates = new Templates(page)
  await templates.openManager(CORPORATE.name)
  await templates.file('index.html').dblclick()
  const editor = new Editor(page)
  await editor.expectOpen('index.html')
  const dialog = page.getByRole('dialog', { name: '预览：index.html' })
  const frame = dialog.frameLocator('iframe')
  const show = () => editor.dialog.getByRole('button', { name: '预览' }).click()
  const close = () => dialog.getByRole('button', { name: '关闭' }).first().click()

  // As it is stored: with styles and pictures of the template, and no script.
  await show()
  await expect(dialog.getByRole('combobox', { name: '预览的页面' })).toHaveText('网站首页')
  await expect(frame.getByRole('navigation', { name: '主导航' })).toBeVisible()
  const body = frame.locator('body')
  expect(await body.evaluate((each) => getComputedStyle(each).fontFamily)).not.toMatch(/^"?Times/)
  await expect(frame.locator('script')).toHaveCount(0)
  expect(await body.evaluate(() => self.origin)).toBe('null')
  await expect(dialog.locator('iframe')).toHaveAttribute('sandbox', '')
  await dialog.getByRole('button', { name: '手机' }).click()
  await expect.poll(() => dialog.locator('iframe').evaluate((each) => each.clientWidth)).toBe(390)
  await close()

  // What is typed and not saved stands in it; the stored file stays as it is.
  await editor.typeAtStart('index.html', '<h1>还没有保存的标题</h1>\n')
  await show()
  await expect(frame.getByRole('heading', { name: '还没有保存的标题' })).toBeVisible()
  await dialog.getByRole('combobox', { name: '预览的页面' }).click()
  await page.getByRole('option', { name: '集团新闻', exact: true }).click()
  await expect(frame.locator('body')).toContainText('集团新闻')
  await expect(frame.getByRole('heading', { name: '还没有保存的标题' })).toHaveCount(0)
  await close()
  await editor.expectEdited('index.html')

  // An error says where, and leads there.
  await editor.typeAtStart('index.html', '<p>\n{% nosuch %}\n')
  await show()
  await expect(dialog).toContainText('index.html 第 2 行：')
  // Without a frame, which axe would wait for.
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: '转到此行' }).click()
  await expect(dialog).toBeHidden()
  await expect(editor.code('index.html')).toBeFocused()
  const current = editor.dialog.locator('.monaco-editor .current-line').first()
  await expect(current).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.press('Delete')
  await expect(editor.dialog.locator('.view-lines').first()).not.toContainText('nosuch')
})
