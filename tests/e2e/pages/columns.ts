import { expect, type Locator, type Page } from '@playwright/test'
import { Shell } from './shell.ts'

/** 栏目管理: the tree of a site's columns and the dialogs over it. */
export class Columns {
  readonly page: Page
  readonly tree: Locator

  constructor(page: Page) {
    this.page = page
    this.tree = page.getByRole('treegrid', { name: '栏目' })
  }

  /** Opens the list; the demo site's columns are there. */
  async open(): Promise<void> {
    await new Shell(this.page).open('栏目管理')
    await expect(this.row('新闻中心')).toBeVisible()
  }

  async chooseSite(title: string): Promise<void> {
    await this.page.getByRole('combobox', { name: '站点', exact: true }).click()
    await this.page.getByRole('option', { name: title, exact: true }).click()
  }

  /** The row of the column with exactly this title. */
  row(title: string): Locator {
    return this.tree.getByRole('row').filter({ has: this.page.getByTitle(title, { exact: true }) })
  }

  /** A button at the end of a row: 新增下级, 编辑, 删除. */
  action(name: string, title: string): Locator {
    return this.tree.getByRole('button', { name: `${name} ${title}`, exact: true })
  }

  /** 编辑属性, 复制栏目 or 设置字段 of a column. */
  async more(item: string, title: string): Promise<void> {
    await this.action('更多', title).click()
    await this.page.getByRole('menuitem', { name: item }).click()
  }

  sort(title: string): Locator {
    return this.tree.getByRole('textbox', { name: `排序 ${title}`, exact: true })
  }

  switch(name: string, title: string): Locator {
    return this.tree.getByRole('switch', { name: `${name} ${title}`, exact: true })
  }

  /** The dialog that adds or edits a column. */
  dialog(title: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name: title })
  }

  async edit(title: string): Promise<Locator> {
    await this.action('编辑', title).click()
    const dialog = this.dialog(`编辑栏目“${title}”`)
    await expect(dialog.getByRole('textbox', { name: '栏目名称' })).toHaveValue(title)
    return dialog
  }

  /** Titles of the rows that are drawn, from the top. */
  async titles(): Promise<string[]> {
    const names = await this.tree
      .getByRole('textbox', { name: /^排序 / })
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('aria-label') ?? ''))
    return names.map((name) => name.replace(/^排序 /, ''))
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await expect(this.tree).toHaveAttribute('aria-busy', 'false')
  }
}
