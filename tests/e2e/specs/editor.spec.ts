import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as base } from '../fixtures.ts'
import { Editor } from '../pages/editor.ts'
import { DEMO, question, Templates } from '../pages/templates.ts'

const test = base.extend<{ templates: Templates; editor: Editor }>({
  templates: async ({ shell: _signedIn, page }, use) => {
    const templates = new Templates(page)
    await templates.openManager()
    await use(templates)
  },
  editor: async ({ templates, page }, use) => {
    const editor = new Editor(page)
    await templates.action('打开', 'index.html').click()
    await editor.expectOpen('index.html')
    await use(editor)
  },
})

test('edits a page, dark and at 16 px, and saves it with Ctrl/Cmd+S [A-101] [A-102] [A-162] @smoke', async ({
  editor,
  page,
  remote,
}) => {
  await editor.expectSaved('index.html')
  const look = await editor.dialog.locator('.view-lines').evaluate((lines) => {
    const { fontSize } = getComputedStyle(lines)
    return { fontSize, background: getComputedStyle(lines.closest('.monaco-editor') ?? lines).backgroundColor }
  })
  expect(look).toEqual({ fontSize: '16px', background: 'rgb(30, 30, 30)' })
  await editor.typeAtStart('index.html', '<!-- 改动 -->')
  await page.keyboard.press('ControlOrMeta+s')
  await editor.expectSaved('index.html')
  expect(await remote.read(DEMO.folder, 'index.html')).toMatch(/^<!-- 改动 -->/)
})

test('opens more files from the tree; closing the tab in front shows its neighbour', async ({ editor }) => {
  await editor.tree.getByRole('treeitem', { name: 'css' }).click()
  await editor.tree.getByText('stylish-portfolio.css', { exact: true }).click()
  await editor.expectOpen('stylish-portfolio.css')
  await editor.tab('stylish-portfolio.css').getByRole('button', { name: '关闭 stylish-portfolio.css' }).click()
  await editor.expectOpen('index.html')
})

test('inserts a template tag at the cursor', async ({ editor, page, remote }) => {
  await editor.typeAtStart('index.html', ' ')
  await editor.dialog.getByRole('combobox', { name: '模板标签' }).click()
  await page.getByRole('option', { name: '分页' }).click()
  await editor.dialog.getByRole('button', { name: '生成' }).click()
  await editor.save.click()
  await editor.expectSaved('index.html')
  expect(await remote.read(DEMO.folder, 'index.html')).toMatch(/^ \{% pages %\}/)
})

test('unsaved work is never lost without asking: its tab, the dialog, a reload', async ({ editor, page }) => {
  await editor.typeAtStart('index.html', 'unsaved ')
  await editor.tab('index.html').getByRole('button', { name: '关闭 index.html' }).click()
  await expect(question(page)).toContainText('有未保存的内容')
  await question(page).getByRole('button', { name: '取消' }).click()
  await editor.expectEdited('index.html')

  await editor.dialog.getByRole('button', { name: '取消', exact: true }).click()
  await expect(question(page)).toContainText('portfolio/index.html')
  await question(page).getByRole('button', { name: '取消' }).click()

  const asked = page.waitForEvent('dialog')
  const reloading = page.evaluate(() => window.location.reload())
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await reloading
  await editor.expectEdited('index.html')
})

test('a save over the change of another user is refused, shows both, and can overwrite it', async ({
  editor,
  remote,
}) => {
  await editor.typeAtStart('index.html', '<!-- 我的 -->')
  const theirs = `<!-- 别人的 -->${await remote.read(DEMO.folder, 'index.html')}`
  await remote.write(DEMO.folder, 'index.html', theirs)
  await editor.save.click()
  const conflict = editor.dialog.page().getByRole('alertdialog', { name: /保存冲突/ })
  await expect(conflict).toContainText('别人的', { timeout: 20_000 })
  await expect(conflict).toContainText('我的')
  await conflict.getByRole('button', { name: '使用我的版本' }).click()
  await editor.expectSaved('index.html')
  expect(await remote.read(DEMO.folder, 'index.html')).toMatch(/^<!-- 我的 -->/)
})

test('a file deleted on the server while it is open: says so, keeps the text, makes it again', async ({
  editor,
  remote,
  page,
}) => {
  await editor.typeAtStart('index.html', '<!-- 还在 -->')
  await remote.remove(DEMO.folder, 'index.html')
  await editor.save.click()
  await expect(page.getByText('服务器上已没有该文件').first()).toBeVisible()
  await page.getByRole('button', { name: '重新创建' }).click()
  await editor.expectSaved('index.html')
  expect(await remote.read(DEMO.folder, 'index.html')).toMatch(/^<!-- 还在 -->/)
})

test('a 60 MB page and a binary file named .html: each says why it does not open', async ({
  templates,
  home,
  page,
}) => {
  test.slow()
  writeFileSync(join(home, 'huge.html'), '<p>'.padEnd(60 * 1024 * 1024, 'x'))
  writeFileSync(join(home, 'binary.html'), Buffer.from([0, 1, 2, 3, 255, 254, 0, 0, 9, 0]))
  await templates.upload(join(home, 'huge.html'), join(home, 'binary.html'))
  await expect(templates.manager.getByRole('region', { name: '上传' })).toContainText('上传 2 / 2', { timeout: 60_000 })
  await templates.action('打开', 'huge.html').click()
  await expect(question(page)).toContainText(/太大|超过|过大/)
  await question(page).getByRole('button').first().click()
  await page
    .getByRole('alertdialog', { name: /^编辑文件/ })
    .getByRole('button', { name: '取消' })
    .click()
  await templates.action('打开', 'binary.html').click()
  await expect(question(page)).toContainText(/不是文本|二进制/)
})
