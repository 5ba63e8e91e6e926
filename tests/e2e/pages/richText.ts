import { type CDPSession, expect, type Locator, type Page } from '@playwright/test'
import type { Shell } from './shell.ts'

/** The rich text field 正文 of the gallery, with the HTML that the form has. */
export class RichText {
  readonly page: Page
  readonly text: Locator
  readonly value: Locator

  constructor(page: Page) {
    this.page = page
    this.text = page.getByRole('textbox', { name: '正文', exact: true })
    this.value = page.getByTestId('editor-value')
  }

  static async open(shell: Shell, page: Page): Promise<RichText> {
    await shell.open('组件演示')
    await page.getByRole('tab', { name: '富文本', exact: true }).click()
    const field = new RichText(page)
    await expect(field.text).toBeVisible()
    return field
  }

  /** A tool by its label, without the keys that stand behind it, or a choice with what is chosen. */
  tool(name: string): Locator {
    return this.page
      .getByRole('toolbar', { name: '编辑工具' })
      .getByRole('button', { name: new RegExp(`^${name}(?:（.*）|：.*)?$`) })
  }

  async clear(): Promise<void> {
    await this.text.click()
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.press('Delete')
    await expect(this.value).toHaveText('')
  }

  /** A paste as the browser makes it, with what other programs put into the clipboard. */
  paste({ html = '', text = '', png = '' }: { html?: string; text?: string; png?: string }): Promise<void> {
    return this.text.evaluate(
      (element, { html, text, png }) => {
        const data = new DataTransfer()
        if (html) data.setData('text/html', html)
        if (text) data.setData('text/plain', text)
        if (png) {
          const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0))
          data.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
        }
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      },
      { html, text, png },
    )
  }

  /** What a Chinese input method does: letters stand in the text while it writes, and the characters take their place. */
  async compose(keys: readonly string[], text: string): Promise<void> {
    const input = await this.page.context().newCDPSession(this.page)
    for (const each of keys) await composition(input, each)
    await input.send('Input.insertText', { text })
    await input.detach()
  }
}

const composition = (input: CDPSession, text: string): Promise<unknown> =>
  input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
