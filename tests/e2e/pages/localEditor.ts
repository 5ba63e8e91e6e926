import { expect, type Locator, type Page } from '@playwright/test'

/** The built-in editor over the files of a workspace. */
export class LocalEditor {
  readonly page: Page
  readonly tree: Locator
  readonly tabs: Locator
  readonly results: Locator
  /** The lines of the code editor. */
  readonly text: Locator
  /** What was typed before and not saved. */
  readonly offer: Locator

  constructor(page: Page) {
    this.page = page
    this.tree = page.getByRole('tree', { name: '本地文件' })
    this.tabs = page.getByRole('list', { name: '打开的文件' })
    this.results = page.getByRole('tree', { name: '搜索结果' })
    this.text = page.locator('.monaco-editor .view-lines').first()
    this.offer = page.getByRole('group').filter({ hasText: '有未保存的内容' })
  }

  tab(name: string): Locator {
    return this.tabs.getByRole('listitem').filter({ hasText: name })
  }

  /** The text area of the code editor. */
  code(name: string): Locator {
    return this.page.getByRole('textbox', { name: `编辑 ${name}` })
  }

  /** A file in the folder's root. */
  async open(name: string): Promise<void> {
    await this.tree.getByRole('treeitem', { name, exact: true }).click()
    await this.expectFocused(name)
  }

  async quickOpen(typed: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+p')
    await this.page.getByRole('searchbox', { name: '文件名' }).fill(typed)
    await expect(this.page.getByRole('list', { name: '文件' }).getByRole('listitem').first()).toContainText(typed)
    await this.page.keyboard.press('Enter')
  }

  async typeAtStart(name: string, text: string): Promise<void> {
    await this.expectFocused(name)
    await this.page.keyboard.press('ControlOrMeta+Home')
    await this.page.keyboard.insertText(text)
    await expect(this.tab(name).getByLabel('已修改')).toBeVisible()
  }

  async expectSaved(name: string): Promise<void> {
    await expect(this.tab(name).getByLabel('已修改')).toBeHidden()
  }

  private async expectFocused(name: string): Promise<void> {
    await expect(this.page.locator('.monaco-editor').first()).toBeVisible({ timeout: 20_000 })
    await expect(this.code(name)).toBeFocused()
  }
}
