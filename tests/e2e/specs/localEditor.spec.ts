import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as base } from '../fixtures.ts'
import { onDisk } from '../outside.ts'
import { LocalEditor } from '../pages/localEditor.ts'
import { SMALL, Sync } from '../pages/sync.ts'
import { question, Templates } from '../pages/templates.ts'

/** An edit is on the other side within a second; more here, because the machine runs other tests meanwhile. */
const SOON = { timeout: 8000 }

const test = base.extend<{ sync: Sync; root: string; editor: LocalEditor }>({
  sync: async ({ shell: _signedIn, page }, use) => use(new Sync(page)),
  /** The small template in the folder that is proposed for it. */
  root: async ({ sync, home, page }, use) => {
    await new Templates(page).open()
    await page.getByRole('button', { name: `同步到本地 ${SMALL.name}` }).click()
    await sync.agree()
    await sync.expectInStep()
    const shown = await page.getByText(join(home, 'Sitecraft')).filter({ visible: true }).last().textContent()
    await use(shown ?? '')
  },
  editor: async ({ root: _inStep, page }, use) => {
    await page.getByRole('button', { name: '编辑文件' }).click()
    const editor = new LocalEditor(page)
    await expect(editor.tree.getByRole('treeitem', { name: 'index.html' })).toBeVisible()
    await use(editor)
  },
})

test('from the list to a synced folder in at most 4 gestures, and a first edit on the server @smoke', async ({
  sync,
  home,
  page,
  remote,
}) => {
  let gestures = 0
  const click = async (name: string): Promise<void> => {
    gestures += 1
    await page.getByRole('button', { name }).click()
  }
  await new Templates(page).open()
  await click(`同步到本地 ${SMALL.name}`)
  await expect(sync.plan.getByText(join(home, 'Sitecraft'))).toBeVisible()
  expect(onDisk(join(home, 'Sitecraft'))).toBeNull()
  await click('同意并开始')
  await sync.expectInStep()
  expect(gestures).toBeLessThanOrEqual(4)

  await page.getByRole('button', { name: '编辑文件' }).click()
  const editor = new LocalEditor(page)
  await expect(editor.tree.getByRole('treeitem', { name: 'index.html' })).toBeVisible()
  await editor.quickOpen('index')
  await editor.typeAtStart('index.html', '<!-- 第一处修改 -->')
  await page.keyboard.press('ControlOrMeta+s')
  await editor.expectSaved('index.html')
  await expect.poll(() => remote.read(SMALL.folder, 'index.html'), SOON).toContain('第一处修改')
})

test('a former version of the server is put back into the local file, which then goes to the server', async ({
  editor,
  page,
  root,
  remote,
}) => {
  const before = onDisk(join(root, 'index.html'))
  await editor.open('index.html')
  await editor.typeAtStart('index.html', '<!-- 改错了 -->')
  await page.keyboard.press('ControlOrMeta+s')
  await editor.expectSaved('index.html')
  await expect.poll(() => remote.read(SMALL.folder, 'index.html'), SOON).toContain('改错了')
  await page.getByRole('button', { name: '历史版本' }).click()
  const history = page.getByRole('dialog', { name: /^历史版本/ })
  await expect(history.locator('.editor.modified .view-lines')).toContainText('改错了')
  await history.getByRole('button', { name: '还原此版本' }).click()
  await question(page).getByRole('button', { name: '还原', exact: true }).click()
  await expect(history).toBeHidden()
  await expect.poll(() => onDisk(join(root, 'index.html')), SOON).toBe(before)
  await expect.poll(() => remote.read(SMALL.folder, 'index.html'), SOON).not.toContain('改错了')
})

test('several files in tabs: a dirty one is marked, closing it asks, and its text survives a crash of the page', async ({
  editor,
  page,
  root,
}) => {
  const before = onDisk(join(root, 'index.html'))
  await editor.open('index.html')
  await editor.open('404.html')
  await editor.typeAtStart('404.html', 'typed ')
  await editor.tab('404.html').getByRole('button', { name: '关闭 404.html' }).click()
  await question(page).getByRole('button', { name: '取消' }).click()
  await editor.tab('index.html').getByRole('button', { name: 'index.html' }).first().click()
  await editor.typeAtStart('index.html', 'half a thought ')
  await expect(editor.tabs.getByLabel('已修改')).toHaveCount(2)
  await expect
    .poll(async () => {
      await page.reload({ waitUntil: 'domcontentloaded' })
      await editor.open('index.html')
      return editor.offer.isVisible()
    }, SOON)
    .toBe(true)
  await editor.offer.getByRole('button', { name: '恢复' }).click()
  await expect(editor.text).toContainText('half a thought')
  expect(onDisk(join(root, 'index.html'))).toBe(before)
})

test('a search across the files goes to the line; rename and delete reach the server', async ({
  editor,
  page,
  root,
  remote,
}) => {
  mkdirSync(join(root, 'pages'))
  writeFileSync(join(root, 'pages/a.html'), '<p>\n  <b>紫色的河马</b>\n</p>\n')
  writeFileSync(join(root, 'pages/b.css'), '/* 紫色的河马 */\n')
  await expect.poll(() => remote.list(`${SMALL.folder}/pages`).catch(() => []), SOON).toEqual(['a.html', 'b.css'])
  await page.keyboard.press('ControlOrMeta+Shift+f')
  await page.getByRole('searchbox', { name: '搜索文字' }).fill('紫色.河马')
  await page.getByRole('button', { name: '正则表达式' }).click()
  await expect(editor.results.getByRole('treeitem', { name: /^第/ })).toHaveCount(2)
  await editor.results.getByRole('treeitem', { name: /第 2 行/ }).click()
  await expect(editor.tab('a.html')).toBeVisible()
  await expect(editor.code('a.html')).toBeFocused()
  await page.keyboard.insertText('绿色的大象')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => onDisk(join(root, 'pages/a.html'))).toBe('<p>\n  <b>绿色的大象</b>\n</p>\n')

  await page.getByRole('tab', { name: '文件', exact: true }).click()
  await editor.tree.getByRole('treeitem', { name: 'pages' }).click()
  await editor.tree.getByRole('treeitem', { name: 'a.html' }).focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: /文件名/ }).fill('about.html')
  await page.keyboard.press('Enter')
  await expect(editor.tab('about.html')).toBeVisible()
  await expect.poll(() => remote.list(`${SMALL.folder}/pages`), SOON).toEqual(['about.html', 'b.css'])
  await editor.tree.getByRole('treeitem', { name: 'b.css' }).focus()
  await page.keyboard.press('Delete')
  await question(page).getByRole('button', { name: '删除' }).click()
  await expect.poll(() => remote.list(`${SMALL.folder}/pages`), SOON).toEqual(['about.html'])
  expect(onDisk(join(root, 'pages/b.css'))).toBeNull()
})

test('a file that another program changed is followed while it is clean, and compared once it is not [S13]', async ({
  editor,
  page,
  root,
}) => {
  await editor.open('index.html')
  writeFileSync(join(root, 'index.html'), '<p>by vim</p>\n')
  await expect(editor.text).toContainText('by vim', SOON)
  await editor.typeAtStart('index.html', 'mine ')
  writeFileSync(join(root, 'index.html'), '<p>by vim again</p>\n')
  await page.keyboard.press('ControlOrMeta+s')
  const conflict = page.getByRole('alertdialog', { name: '保存冲突：index.html' })
  await expect(conflict).toContainText('磁盘上的版本')
  expect(onDisk(join(root, 'index.html'))).toBe('<p>by vim again</p>\n')
  await conflict.getByRole('button', { name: '使用我的版本' }).click()
  await editor.expectSaved('index.html')
  expect(onDisk(join(root, 'index.html'))).toBe('mine <p>by vim</p>\n')
})
