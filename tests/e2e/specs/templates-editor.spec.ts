import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { expect, test as base } from '../fixtures.ts'
import { Editor } from '../pages/editor.ts'
import { DEMO, Templates } from '../pages/templates.ts'

const test = base.extend<{ store: string; editor: Editor; open: (name: string) => Promise<void> }>({
  /** Where the server keeps the template's files: what is there is what really was saved. */
  store: async ({ shell: _signedIn, app }, use) => use(join(app.dataDir, 'server/templates', DEMO.folder)),
  editor: async ({ page }, use) => use(new Editor(page)),
  /** Opens a file of the template's own folder. */
  open: async ({ page, editor, shell: _signedIn }, use) => {
    const templates = new Templates(page)
    await use(async (name) => {
      await templates.openManager()
      await templates.file(name).dblclick()
      await editor.expectOpen(name)
    })
  },
})

test('a GBK file is shown as text, named as GBK, and stays GBK when it is saved', async ({ store, editor, open }) => {
  const file = join(store, 'gbk.html')
  writeFileSync(file, iconv.encode('<p>新闻中心：欢迎光临我们的网站</p>\n', 'gbk'))
  await open('gbk.html')
  await expect(editor.dialog).toContainText('新闻中心')
  await expect(editor.dialog).toContainText('portfolio/gbk.html · GBK · LF')
  await editor.typeAtStart('gbk.html', '<!-- 关于我们 -->')
  await editor.save.click()
  await editor.expectSaved('gbk.html')
  expect(readFileSync(file)).toEqual(iconv.encode('<!-- 关于我们 --><p>新闻中心：欢迎光临我们的网站</p>\n', 'gbk'))
})

test('CRLF stays CRLF when a file is saved with one edit', async ({ store, editor, open }) => {
  const file = join(store, 'crlf.html')
  writeFileSync(file, '<p>\r\na\r\n</p>\r\n')
  await open('crlf.html')
  await expect(editor.dialog).toContainText('UTF-8 · CRLF')
  await editor.typeAtStart('crlf.html', 'x\n')
  await editor.save.click()
  await editor.expectSaved('crlf.html')
  expect(readFileSync(file, 'utf8')).toBe('x\r\n<p>\r\na\r\n</p>\r\n')
})

test('mixed line ends are said before a save makes them one', async ({ store, editor, open }) => {
  const file = join(store, 'mixed.html')
  writeFileSync(file, 'a\r\nb\r\nc\n')
  await open('mixed.html')
  await expect(editor.dialog).toContainText('该文件混用了多种换行符，修改并保存后将统一为 CRLF。')
  await editor.typeAtStart('mixed.html', 'x')
  await editor.save.click()
  await editor.expectSaved('mixed.html')
  await expect(editor.dialog).not.toContainText('混用')
  expect(readFileSync(file, 'utf8')).toBe('xa\r\nb\r\nc\r\n')
})

test('2,000 files with long names: the tree draws what is seen, and the keyboard reaches the last', async ({
  store,
  editor,
  open,
  page,
}) => {
  const folder = join(store, '一个名字特别特别长的文件夹'.repeat(5))
  mkdirSync(folder)
  for (let i = 1000; i < 3000; i += 1) writeFileSync(join(folder, `新闻列表页面-${i}.html`), String(i))
  await open('index.html')
  await editor.tree.getByRole('treeitem', { name: /^一个名字/ }).click()
  await expect(editor.tree.getByRole('treeitem', { name: '新闻列表页面-1000.html' })).toBeVisible()
  expect(await editor.tree.getByRole('treeitem').count()).toBeLessThan(100)
  await page.keyboard.press('End')
  for (const name of ['LICENSE', 'index.html', 'vendor', 'js', 'img', 'css']) {
    await expect(editor.tree.getByRole('treeitem', { name, exact: true })).toBeFocused()
    await page.keyboard.press('ArrowUp')
  }
  await expect(editor.tree.getByRole('treeitem', { name: '新闻列表页面-2999.html' })).toBeFocused()
  await page.keyboard.press('Enter')
  await editor.expectOpen('新闻列表页面-2999.html')
  await expect(editor.tabs.getByRole('listitem')).toHaveCount(2)
})

test('F6 leads out of the code and back, so that no keyboard user is caught in it', async ({ editor, open, page }) => {
  await open('index.html')
  await page.keyboard.press('F6')
  await expect(editor.tab('index.html').getByRole('button', { name: 'index.html' }).first()).toBeFocused()
  await page.keyboard.press('F6')
  await expect(editor.code('index.html')).toBeFocused()
})
