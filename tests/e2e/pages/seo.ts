import { expect, type Locator, type Page } from '@playwright/test'
import { Shell } from './shell.ts'

/** 站点SEO(TDK) with its two tabs, and the 设置SEO dialog that the channel view has too. */
export class Seo {
  readonly page: Page
  readonly sites: Locator
  readonly columns: Locator
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.sites = page.getByRole('table', { name: '站点SEO' })
    this.columns = page.getByRole('treegrid', { name: '栏目SEO' })
    this.dialog = page.getByRole('dialog', { name: /^设置SEO/ })
  }

  async open(tab: '站点SEO' | '栏目SEO' = '站点SEO'): Promise<void> {
    await new Shell(this.page).open('站点SEO(TDK)')
    await this.page.getByRole('tab', { name: tab }).click()
    await expect((tab === '站点SEO' ? this.sites : this.columns).getByRole('row').nth(1)).toBeVisible()
  }

  /** The row of the site or column with exactly this name. */
  row(title: string): Locator {
    const rows = this.page.getByRole('row')
    return rows.filter({ has: this.page.getByTitle(title, { exact: true }) })
  }

  button(title: string): Locator {
    return this.page.getByRole('button', { name: `设置SEO ${title}`, exact: true })
  }

  field(label: 'SEO 标题' | 'SEO 关键词' | 'SEO 描述'): Locator {
    return this.dialog.getByRole('textbox', { name: label })
  }

  async save(): Promise<void> {
    await this.dialog.getByRole('button', { name: '确定' }).click()
  }
}
