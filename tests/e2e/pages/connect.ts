import type { Locator, Page } from '@playwright/test'

/** The page that chooses the server, with the dialog that adds one. */
export class Connect {
  readonly dialog: Locator
  readonly name: Locator
  readonly url: Locator
  readonly test: Locator
  readonly save: Locator
  readonly kept: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: /连接/ })
    this.name = this.dialog.getByRole('textbox', { name: '连接名称' })
    this.url = this.dialog.getByRole('textbox', { name: '服务器地址' })
    this.test = this.dialog.getByRole('button', { name: '测试连接' })
    this.save = this.dialog.getByRole('button', { name: '测试并保存' })
    this.kept = page.getByRole('region', { name: '已保存的连接' })
  }

  /** Opens the dialog for another server and fills it. */
  async fill(name: string, url: string): Promise<void> {
    await this.page.getByRole('button', { name: '连接到服务器' }).click()
    await this.name.fill(name)
    await this.url.fill(url)
  }
}
