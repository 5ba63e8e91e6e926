import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { Editor } from '../pages/editor.ts'
import { DEMO, Templates } from '../pages/templates.ts'

const TYPED = '<!-- 写到一半 -->'

test('what was typed into a template file comes back after the page crashed, and a conflict leaves nothing hidden', async ({
  shell: _signedIn,
  page,
  app,
}) => {
  test.slow()
  const file = join(app.dataDir, 'server/templates', DEMO.folder, 'index.html')
  const before = readFileSync(file, 'utf8')
  const templates = new Templates(page)
  const editor = new Editor(page)
  await templates.openManager()
  await templates.action('打开', 'index.html').click()
  await editor.expectOpen('index.html')
  const put = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes('localDrafts.put'))
  await editor.typeAtStart('index.html', TYPED)
  await put

  await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true))
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await templates.openManager()
  await templates.action('打开', 'index.html').click()
  await editor.expectOpen('index.html')
  await expect(editor.dialog.getByText(/编辑的内容未保存，已暂存在本机/)).toBeVisible()
  await expect(editor.dialog.locator('.monaco-editor').first()).not.toContainText('写到一半')
  await editor.dialog.getByRole('button', { name: '比较', exact: true }).click()
  const compare = page.getByRole('alertdialog', { name: /^有未保存的内容/ })
  await expect(compare.locator('.monaco-editor').last()).toContainText('写到一半')
  await compare.getByRole('button', { name: '恢复' }).click()
  await editor.expectEdited('index.html')
  await expect(editor.dialog.locator('.monaco-editor').first()).toContainText('写到一半')
  await expect(editor.dialog.getByText(/已暂存在本机/)).toHaveCount(0)

  writeFileSync(file, `${before}<!-- 别人的 -->`)
  await editor.save.click()
  const conflict = page.getByRole('alertdialog', { name: '保存冲突：index.html' })
  await conflict.getByRole('button', { name: '使用我的版本' }).click()
  await editor.expectSaved('index.html')
  expect(readFileSync(file, 'utf8')).toBe(TYPED + before)
  await editor.dialog.getByRole('button', { name: '取消', exact: true }).click()
  await expect(templates.manager).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(templates.manager).toHaveCount(0)
  // What screen readers may not see: nothing that has controls of the page.
  await expect(page.locator('[aria-hidden="true"]:has(button, input, table)')).toHaveCount(0)
  await expect(templates.list).toBeVisible()

  await templates.openManager()
  await templates.action('打开', 'index.html').click()
  await editor.expectOpen('index.html')
  await expect(page.getByText(/已暂存在本机/)).toHaveCount(0)
})
