import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { Editor } from '../pages/editor.ts'
import { DEMO, question, Templates } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

test('a saved file is compared with its former version and put back', async ({ shell, page, app }) => {
  const file = join(app.dataDir, 'server/templates', DEMO.folder, 'index.html')
  const before = readFileSync(file, 'utf8')
  const templates = new Templates(page)
  await templates.openManager()
  await templates.file('index.html').dblclick()
  const editor = new Editor(page)
  await editor.expectOpen('index.html')
  await editor.typeAtStart('index.html', '<!-- 改错了 -->')
  await editor.save.click()
  await editor.expectSaved('index.html')
  expect(readFileSync(file, 'utf8')).not.toBe(before)

  await editor.dialog.getByRole('button', { name: '历史版本' }).click()
  const history = page.getByRole('dialog', { name: /^历史版本/ })
  await expect(history.getByRole('list', { name: '历史版本' }).getByRole('listitem')).toHaveCount(2)
  await expect(history.locator('.editor.modified .view-lines')).toContainText('改错了')
  await expect(history.locator('.editor.original .view-lines')).not.toContainText('改错了')
  await history.getByRole('button', { name: '还原此版本' }).click()
  await question(page).getByRole('button', { name: '还原', exact: true }).click()
  await expect(shell.toast('已恢复')).toBeVisible()
  await expect(history).toBeHidden()
  await expect(editor.dialog.locator('.monaco-editor .view-lines').first()).not.toContainText('改错了')
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('a deleted folder’s file comes back from the file manager', async ({ shell, page, app }) => {
  const file = join(app.dataDir, 'server/templates', DEMO.folder, 'css/stylish-portfolio.css')
  const before = readFileSync(file, 'utf8')
  const templates = new Templates(page)
  await templates.openManager()
  await templates.action('删除', 'css').click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(templates.file('css')).toHaveCount(0)
  await templates.manager.getByRole('button', { name: '已删除' }).click()
  const removed = page.getByRole('dialog', { name: /^已删除的文件/ })
  await removed.getByRole('button', { name: '查看 css/stylish-portfolio.css' }).click()
  const history = page.getByRole('dialog', { name: /^历史版本/ })
  await expect(history.locator('.editor.original .view-line').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await removed.getByRole('button', { name: '还原 css/stylish-portfolio.css' }).click()
  await question(page).getByRole('button', { name: '还原', exact: true }).click()
  await expect(shell.toast('已恢复')).toBeVisible()
  expect(readFileSync(file, 'utf8')).toBe(before)
})

for (const theme of ['浅色', '深色'] as const) {
  test(`versions and deleted files are accessible, ${theme}`, async ({ shell, page }, info) => {
    test.slow()
    await page.setViewportSize({ width: 1280, height: 800 })
    await shell.setTheme(theme)
    const templates = new Templates(page)
    await templates.openManager()
    await templates.file('index.html').dblclick()
    const editor = new Editor(page)
    await editor.expectOpen('index.html')
    for (const text of ['<!-- 一 -->', '<!-- 二 -->']) {
      await editor.typeAtStart('index.html', text)
      await editor.save.click()
      await editor.expectSaved('index.html')
    }
    await editor.dialog.getByRole('button', { name: '历史版本' }).click()
    const history = page.getByRole('dialog', { name: /^历史版本/ })
    await expect(history.locator('.editor.modified .view-line').first()).toBeVisible()
    await page.screenshot({ path: info.outputPath(`${theme} 历史版本.png`), animations: 'disabled' })
    expect(await violations(page), 'versions').toEqual([])
    await history.getByRole('button', { name: '修改' }).click()
    await expect(page.getByRole('spinbutton', { name: /每个文件的版本数/ })).toBeVisible()
    expect(await violations(page), 'limits').toEqual([])
    await page.getByRole('dialog', { name: '历史版本的保留设置' }).getByRole('button', { name: '取消' }).click()
    await history.getByRole('button', { name: '关闭' }).click()
    await expect(history).toBeHidden()
    await editor.dialog.getByRole('button', { name: '取消' }).click()
    await templates.action('删除', 'css').click()
    await question(page).getByRole('button', { name: '确定' }).click()
    await expect(templates.file('css')).toHaveCount(0)
    await templates.manager.getByRole('button', { name: '已删除' }).click()
    await expect(page.getByRole('table', { name: '已删除的文件' }).getByRole('row').nth(1)).toBeVisible()
    await page.screenshot({ path: info.outputPath(`${theme} 已删除.png`), animations: 'disabled' })
    expect(await violations(page), 'deleted files').toEqual([])
  })
}
