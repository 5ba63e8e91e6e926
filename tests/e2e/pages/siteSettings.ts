import { expect, type Locator, type Page } from '@playwright/test'
import { Shell } from './shell.ts'

/** The lists of sites with one dialog each: 站点信息, 绑定域名, 第三方代码. */
export class SiteSettings {
  readonly page: Page
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog')
  }

  async open(title: '站点信息' | '绑定域名' | '第三方代码'): Promise<void> {
    await new Shell(this.page).open(title)
    await expect(this.row('集团官网')).toBeVisible()
  }

  row(site: string): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByTitle(site, { exact: true }) })
  }

  /** Opens the dialog of a site by its button: 编辑, 绑定域名, 插入代码. */
  async edit(button: string, site: string): Promise<void> {
    await this.page.getByRole('button', { name: `${button} ${site}`, exact: true }).click()
    await expect(this.dialog).toBeVisible()
  }

  field(name: string | RegExp): Locator {
    return this.dialog.getByRole('textbox', { name })
  }

  async save(): Promise<void> {
    await this.dialog.getByRole('button', { name: '确定', exact: true }).click()
  }
}
