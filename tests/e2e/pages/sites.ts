import { expect, type Locator, type Page } from '@playwright/test'
import { Shell } from './shell.ts'

/** The site list with its dialogs, and the jobs of the title bar. */
export class Sites {
  readonly page: Page
  readonly list: Locator
  readonly jobs: Locator

  constructor(page: Page) {
    this.page = page
    this.list = page.getByRole('table', { name: '站点列表' })
    this.jobs = page.getByRole('button', { name: /^后台任务/ })
  }

  async open(): Promise<void> {
    await new Shell(this.page).open('站点列表')
    await expect(this.row('集团官网')).toBeVisible()
  }

  row(title: string): Locator {
    return this.list.getByRole('row').filter({ has: this.page.getByTitle(title, { exact: true }) })
  }

  /** A button of a row: 开启, 关闭, 设置, 复制站点, 删除. */
  action(name: string, title: string): Locator {
    return this.list.getByRole('button', { name: `${name} ${title}`, exact: true })
  }

  sort(title: string): Locator {
    return this.list.getByRole('textbox', { name: `排序 ${title}`, exact: true })
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name })
  }

  field(dialog: Locator, label: string): Locator {
    return dialog.getByRole('textbox', { name: label, exact: true })
  }

  /** Titles from the top of the list. */
  titles(): Promise<string[]> {
    return this.list
      .getByRole('textbox', { name: /^排序 / })
      .evaluateAll((inputs) => inputs.map((input) => (input.getAttribute('aria-label') ?? '').replace('排序 ', '')))
  }

  /** Fills the copy dialog and starts the copy. */
  async startCopy(of: string, form: { title: string; symbol: string; folder: string; domain: string }): Promise<void> {
    await this.action('复制站点', of).click()
    const dialog = this.dialog(`复制站点“${of}”`)
    await this.field(dialog, '站点名称').fill(form.title)
    await this.field(dialog, '标识符').fill(form.symbol)
    await this.field(dialog, '模板文件夹').fill(form.folder)
    await this.field(dialog, '域名').fill(form.domain)
    await dialog.getByRole('button', { name: '开始复制' }).click()
  }
}
