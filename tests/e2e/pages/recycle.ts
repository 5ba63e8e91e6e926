import { expect, type Locator, type Page } from '@playwright/test'
import { Shell } from './shell.ts'

/** 回收站 with its tabs. */
export class Recycle {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(tab: '站点' | '栏目' | '模板'): Promise<void> {
    await new Shell(this.page).open('回收站')
    await this.page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(this.page.getByRole('tabpanel', { name: tab }).getByRole('button', { name: '批量还原' })).toBeVisible()
  }

  row(title: string): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByTitle(title, { exact: true }) })
  }

  async restore(title: string): Promise<void> {
    await this.page.getByRole('button', { name: `还原 ${title}`, exact: true }).click()
    await expect(new Shell(this.page).toast('还原成功')).toBeVisible()
    await expect(this.row(title)).toHaveCount(0)
  }
}
