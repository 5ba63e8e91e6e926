import { expect, type Locator, type Page } from '@playwright/test'
import { Shell } from './shell.ts'

/** 频道管理: the tree of a site's channels and the dialogs over it. */
export class Channels {
  readonly page: Page
  readonly tree: Locator

  constructor(page: Page) {
    this.page = page
    this.tree = page.getByRole('treegrid', { name: '频道' })
  }

  async open(): Promise<void> {
    await new Shell(this.page).open('频道管理')
    await expect(this.row('新闻中心')).toBeVisible()
  }

  /** The row of the channel with exactly this name. */
  row(title: string): Locator {
    return this.tree.getByRole('row').filter({ has: this.page.getByTitle(title, { exact: true }) })
  }

  /** 新增子频道, 设置, 设置SEO or 删除 of a channel. */
  action(name: string, title: string): Locator {
    return this.tree.getByRole('button', { name: `${name} ${title}`, exact: true })
  }

  link(title: string): Locator {
    return this.tree.getByRole('link', { name: `前台地址 ${title}`, exact: true })
  }

  switch(name: string, title: string): Locator {
    return this.tree.getByRole('switch', { name: `${name} ${title}`, exact: true })
  }

  dialog(title: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name: title })
  }

  /** Chooses a module in the add dialog. */
  async choose(dialog: Locator, module: string): Promise<void> {
    await dialog.getByRole('combobox', { name: '栏目模块' }).click()
    await this.page.getByRole('option', { name: module, exact: true }).click()
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await expect(this.row('新闻中心')).toBeVisible()
  }
}
