import { expect, type Locator, type Page } from '@playwright/test'

/** The title bar's uploads: the button, and the panel behind it. */
export class Uploads {
  readonly page: Page
  readonly button: Locator
  readonly panel: Locator

  constructor(page: Page) {
    this.page = page
    this.button = page.getByRole('button', { name: /^上传(，|$)/ })
    this.panel = page.getByRole('dialog', { name: '上传' })
  }

  async open(): Promise<void> {
    await this.button.click()
    await expect(this.panel).toBeVisible()
  }
  async close(): Promise<void> {
    await this.panel.getByRole('button', { name: '关闭' }).click()
    await expect(this.panel).toBeHidden()
  }
  row(name: string): Locator {
    return this.panel.getByRole('listitem').filter({ has: this.page.getByTitle(name, { exact: true }) })
  }
  /** Names in the order of the list. */
  async names(): Promise<string[]> {
    const rows = await this.panel.getByRole('listitem').all()
    return Promise.all(rows.map(async (row) => (await row.locator('[title]:not(button)').first().innerText()).trim()))
  }
  act(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true })
  }

  /** Sets the limit of all uploads together, in KB per second; 0 for none. */
  async limit(kbps: number): Promise<void> {
    await this.page.getByRole('button', { name: /^账号 / }).click()
    await this.page.getByRole('menuitem', { name: '设置' }).click()
    const field = this.page.getByRole('spinbutton', { name: '上传限速（KB/s）' })
    await field.fill(String(kbps))
    await field.press('Tab')
    await expect(field).toHaveValue(String(kbps))
  }
}
