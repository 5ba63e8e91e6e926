import { expect, type Locator, type Page } from '@playwright/test'

/** The template file editor dialog. */
export class Editor {
  readonly dialog: Locator
  readonly tabs: Locator
  readonly tree: Locator
  readonly save: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('alertdialog', { name: /^编辑文件/ })
    this.tabs = this.dialog.getByRole('list', { name: '打开的文件' })
    this.tree = this.dialog.getByRole('tree', { name: '模板文件' })
    this.save = this.dialog.getByRole('button', { name: '保存', exact: true })
  }

  tab(name: string): Locator {
    return this.tabs.getByRole('listitem').filter({ hasText: name })
  }

  /** The text area of the code editor. */
  code(name: string): Locator {
    return this.dialog.getByRole('textbox', { name: `编辑 ${name}` })
  }

  async expectOpen(name: string): Promise<void> {
    await expect(this.tab(name).getByRole('button', { name }).first()).toHaveAttribute('aria-current', 'true')
    await expect(this.dialog.locator('.monaco-editor').first()).toBeVisible({ timeout: 20_000 })
    await expect(this.code(name)).toBeFocused()
  }

  /** Types at the very beginning of the file. */
  async typeAtStart(name: string, text: string): Promise<void> {
    await this.code(name).focus()
    await this.page.keyboard.press('ControlOrMeta+Home')
    await this.page.keyboard.insertText(text)
    await this.expectEdited(name)
  }

  async expectEdited(name: string): Promise<void> {
    await expect(this.tab(name).getByLabel('已修改')).toBeVisible()
  }

  async expectSaved(name: string): Promise<void> {
    await expect(this.tab(name).getByLabel('已修改')).toBeHidden()
  }
}
