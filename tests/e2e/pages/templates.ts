import { expect, type Locator, type Page } from '@playwright/test'
import { Shell } from './shell.ts'

/** The demo site group's template: name in the list, folder on the server. */
export const DEMO = { name: '风尚作品集', folder: 'portfolio' } as const

/** A template with tags, which the demo group's main site uses. */
export const CORPORATE = { name: '企业门户', folder: 'corporate' } as const

/** The template list and the file manager dialog over it. */
export class Templates {
  readonly page: Page
  readonly list: Locator
  readonly manager: Locator
  readonly files: Locator

  constructor(page: Page) {
    this.page = page
    this.list = page.getByRole('table', { name: '模板列表' })
    this.manager = page.getByRole('dialog', { name: /^文件管理/ })
    this.files = this.manager.getByRole('table', { name: '文件' })
  }

  async open(): Promise<void> {
    await new Shell(this.page).open('模板列表')
    await expect(this.row(DEMO.name)).toBeVisible()
  }

  row(name: string): Locator {
    return this.list.getByRole('row').filter({ hasText: name })
  }

  async openManager(name: string = DEMO.name): Promise<void> {
    await this.open()
    await this.page.getByRole('button', { name: `文件管理 ${name}` }).click()
    await expect(this.manager).toBeVisible()
  }

  /** The row of a file or folder with exactly this name. */
  file(name: string): Locator {
    return this.files.getByRole('row').filter({ has: this.page.getByTitle(name, { exact: true }) })
  }

  /** A button of a row: 打开, 下载, 解压, 历史版本, 重命名, 删除. */
  action(title: string, name: string): Locator {
    return this.manager.getByRole('button', { name: `${title} ${name}`, exact: true })
  }

  async enter(folder: string): Promise<void> {
    await this.file(folder).dblclick()
    await expect(this.manager.getByRole('button', { name: folder, exact: true })).toBeVisible()
  }

  async upload(...paths: string[]): Promise<void> {
    await this.manager.getByLabel('选择要上传的文件').setInputFiles(paths)
  }
}

/** The question or notice in front. */
export const question = (page: Page): Locator => page.getByRole('alertdialog').last()
