import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Shell } from '../pages/shell.ts'
import { violations } from '../pages/violations.ts'

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../fixtures/html', `${name}.html`), 'utf8')
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR4nGP4z8DAwMDAAMJQCgAb9AP9Tc4C2AAAAABJRU5ErkJggg=='

const open = async (shell: Shell, page: Page): Promise<{ text: Locator; value: Locator }> => {
  await shell.open('组件演示')
  await page.getByRole('tab', { name: '富文本', exact: true }).click()
  const text = page.getByRole('textbox', { name: '正文', exact: true })
  await expect(text).toBeVisible()
  return { text, value: page.getByTestId('editor-value') }
}

const clear = async (page: Page, text: Locator, value: Locator): Promise<void> => {
  await text.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(value).toHaveText('')
}

/** A paste as the browser makes it, with what other programs put into the clipboard. */
const paste = (text: Locator, html: string, png = ''): Promise<void> =>
  text.evaluate(
    (element, { html, png }) => {
      const data = new DataTransfer()
      if (html) data.setData('text/html', html)
      if (html) data.setData('text/plain', '文字')
      if (png) {
        const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0))
        data.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      }
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    },
    { html, png },
  )

for (const theme of ['浅色', '深色'] as const)
  test(`the editor is accessible and keeps inside the window, ${theme}`, async ({ shell, page }, info) => {
    await shell.setTheme(theme)
    const { text } = await open(shell, page)
    await page.screenshot({ path: info.outputPath(`${theme} 富文本.png`), animations: 'disabled' })
    expect(await violations(page)).toEqual([])
    await text.click()
    await page.getByRole('button', { name: '文字颜色' }).click()
    await expect(page.getByRole('button', { name: '文字颜色 #c00000' })).toBeVisible()
    await page.screenshot({ path: info.outputPath(`${theme} 颜色.png`), animations: 'disabled' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '查找和替换' }).click()
    await page.getByRole('button', { name: '全屏', exact: true }).click()
    await page.getByRole('textbox', { name: '查找' }).fill('海洋')
    await expect(page.getByRole('search')).toContainText('1 / 2')
    await page.screenshot({ path: info.outputPath(`${theme} 全屏.png`), animations: 'disabled' })
    expect(await violations(page)).toEqual([])
  })

test('what is typed and formatted comes into the form as HTML @smoke', async ({ shell, page }) => {
  const { text, value } = await open(shell, page)
  await clear(page, text, value)
  await page.keyboard.type('第一行')
  await page.getByRole('button', { name: '居中' }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '加粗' }).click()
  await page.keyboard.type('粗')
  await page.getByRole('button', { name: '加粗' }).click()
  await page.getByRole('button', { name: /^字号/ }).click()
  await page.getByRole('menuitemradio', { name: '小四（12pt）' }).click()
  await page.keyboard.type('小')
  await expect(value).toHaveText(
    '<p style="text-align: center">第一行</p>\n<p style="text-align: center"><strong>粗</strong><span style="font-size: 12pt">小</span></p>',
  )
  await page.getByRole('button', { name: '表格' }).click()
  await page.getByRole('menuitem', { name: '插入 2 行 2 列的表格' }).click()
  await page.keyboard.type('甲')
  await expect(value).toContainText('>甲</th>')
  await page.getByRole('button', { name: '表格' }).click()
  await page.getByRole('menuitem', { name: '在右侧插入列' }).click()
  await expect(text.locator('th')).toHaveCount(3)
  await expect(value).toContainText('<table style="width: 100%; border-collapse: collapse">')
})

test('Word, WeChat and Excel are pasted clean, as one step that can be undone', async ({ shell, page }) => {
  const { text, value } = await open(shell, page)
  await clear(page, text, value)
  for (const [name, sign] of [
    ['word', '<ol><li>检查范围<ul><li>办公楼</li></ul></li>'],
    ['wechat', 'border-left: 4px solid rgb(0, 112, 192)'],
    ['excel', 'colspan="3"'],
  ] as const) {
    await paste(text, fixture(name))
    await expect(value).toContainText(sign)
    await expect(value).not.toContainText(/mso-|javascript:|onclick|<script/)
    await page.keyboard.press('Control+z')
    await expect(value).toHaveText('')
  }
})

test('five megabytes of nested tables are pasted with all of their text, and undone', async ({ shell, page }) => {
  const { text, value } = await open(shell, page)
  await clear(page, text, value)
  const times = 147_000
  await paste(text, '<table><tr><td>甲'.repeat(times) + '</td></tr></table>'.repeat(times))
  await expect(page.getByText('字数 147000')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('字数 0')).toBeVisible()
})

test('a picture of the clipboard is uploaded, and one of the text too', async ({ shell, page }) => {
  const { text, value } = await open(shell, page)
  await clear(page, text, value)
  await paste(text, '', PNG)
  await expect(value).toContainText(/<img src="\/[^"]+\.png" alt="" style="max-width: 100%">/)
  await expect(text.locator('img[src^="data:image/png"]')).toBeVisible()
  await clear(page, text, value)
  await paste(text, `<p>图文<img src="data:image/png;base64,${PNG}" alt="示意"></p>`)
  await expect(value).toContainText(/图文<img src="\/[^"]+\.png" alt="示意">/)
})

test('source, search, replacing and full screen', async ({ shell, page }) => {
  const { text, value } = await open(shell, page)
  await clear(page, text, value)
  await page.keyboard.type('海洋和海洋')
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: '查找' }).fill('海洋')
  await expect(page.getByRole('search')).toContainText('/ 2')
  await page.getByRole('textbox', { name: '替换为' }).fill('湖泊')
  await page.getByRole('button', { name: '全部替换' }).click()
  await expect(value).toHaveText('<p>湖泊和湖泊</p>')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '源码' }).click()
  await expect(page.locator('.monaco-editor .view-line').first()).toContainText('湖泊')
  await page.locator('.monaco-editor').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('<h1>源码写的</h1><details>旧</details>')
  await expect(value).toContainText('<h1>源码写的</h1><details>旧</details>')
  await page.getByRole('button', { name: '源码' }).click()
  await expect(text.getByRole('heading', { name: '源码写的' })).toBeVisible()

  await page.getByRole('button', { name: '全屏', exact: true }).click()
  const box = await page.getByRole('group', { name: '正文 编辑器' }).boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, width: 1280, height: 800 })
  await page.getByRole('button', { name: '退出全屏' }).click()
})

test('in a dialog what was typed last is saved', async ({ shell, page }) => {
  await open(shell, page)
  await page.getByRole('button', { name: '在对话框中编辑' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑文章' })
  const text = dialog.getByRole('textbox', { name: '文章内容', exact: true })
  await text.click()
  await page.keyboard.type('刚写的')
  await dialog.getByRole('button', { name: /^字体/ }).click()
  await page.getByRole('menuitemradio', { name: '楷体' }).click()
  await page.keyboard.type('字')
  await dialog.getByRole('button', { name: '全屏', exact: true }).click()
  const editor = dialog.getByRole('group', { name: '文章内容 编辑器' })
  await expect.poll(() => editor.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 800 })
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: '全屏', exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a text of a hundred thousand characters is typed in', async ({ shell, page }) => {
  test.slow()
  const { text, value } = await open(shell, page)
  await clear(page, text, value)
  await paste(text, `<p style="text-indent: 2em">${'海洋科技周的消息，'.repeat(22)}</p>`.repeat(506))
  await expect(page.getByText(/^字数 1\d{5}$/)).toBeVisible()
  const line = text.locator('p').nth(250)
  await line.click()
  await page.keyboard.press('End')
  await page.keyboard.type('最后一句')
  await expect(line).toContainText('最后一句')
  await expect(value).toContainText('最后一句')
})
