import { expect, type Locator, type Page } from '@playwright/test'
import { Shell } from './shell.ts'
import { question } from './templates.ts'

/** The content list of a column, and its dialogs. */
export class ContentList {
  readonly page: Page
  readonly shell: Shell

  constructor(page: Page) {
    this.page = page
    this.shell = new Shell(page)
  }

  /** Through the navigation: unfolds the group and goes to the column. */
  async open(group: string, column: string): Promise<void> {
    const toggle = this.shell.navigation.getByRole('button', { name: group, exact: true })
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
    await this.shell.navigation.getByRole('button', { name: column, exact: true }).click()
    await expect(this.shell.tab(column)).toHaveAttribute('aria-current', 'page')
    await expect(this.page.getByRole('table', { name: column })).toHaveAttribute('aria-busy', 'false')
  }

  row(title: string): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByTitle(title, { exact: true }) })
  }

  action(name: string, title: string): Locator {
    return this.page.getByRole('button', { name: `${name} ${title}`, exact: true })
  }

  /** Of the page or of a dialog, not of the navigation. */
  button(name: string): Locator {
    return this.page.getByRole('main').or(this.page.getByRole('dialog')).getByRole('button', { name, exact: true })
  }

  batch(name: string): Locator {
    return this.page.getByRole('group', { name: '批量操作' }).getByRole('button', { name, exact: true })
  }

  async tick(...titles: string[]): Promise<void> {
    for (const title of titles) await this.page.getByRole('checkbox', { name: `选择 ${title}`, exact: true }).check()
  }

  /** Confirms the question and waits for the toast. */
  async agree(text: string, toast: string): Promise<void> {
    await expect(question(this.page)).toContainText(text)
    await question(this.page)
      .getByRole('button', { name: /^(?:确定|删除|清空|取消发布)$/ })
      .click()
    await expect(this.shell.toast(toast).last()).toBeVisible()
  }

  /** Brings an entry back from the recycle bin of the column. */
  async restore(title: string): Promise<void> {
    await this.button('回收站').click()
    await this.action('还原', title).click()
    await this.agree('确认还原？', '还原成功')
    await this.page.getByRole('dialog').getByRole('button', { name: '关闭' }).first().click()
    await expect(this.row(title)).toBeVisible()
  }

  async more(title: string, item: string): Promise<void> {
    await this.action('更多', title).click()
    await this.page.getByRole('menuitem', { name: item, exact: true }).click()
  }
}
