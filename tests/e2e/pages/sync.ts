import { expect, type Locator, type Page } from '@playwright/test'
import { Templates } from './templates.ts'

/** The second demo template: small, so that a first sync takes a moment only. */
export const SMALL = { name: '起步模板', folder: 'starter' } as const

/** 同步到本地: folder chooser, plan, and the screen of workspaces. */
export class Sync {
  readonly page: Page
  readonly chooser: Locator
  readonly plan: Locator
  readonly state: Locator
  readonly files: Locator

  constructor(page: Page) {
    this.page = page
    this.chooser = page.getByRole('dialog', { name: '选择文件夹' })
    this.plan = page.getByRole('alertdialog', { name: /^同步计划/ })
    this.state = page.getByRole('navigation', { name: '本地工作区' }).locator('[aria-current=true]')
    this.files = page.getByRole('table', { name: '同步的文件' })
  }

  /** Opens the folder chooser for a template and walks to a folder below home. */
  async choose(template: string, folder: string): Promise<void> {
    const templates = new Templates(this.page)
    await templates.open()
    await this.page.getByRole('button', { name: `同步到本地 ${template}` }).click()
    await this.chooseFolder(folder)
  }

  /** In the dialog that asks for one: walks to a folder below home. */
  async chooseFolder(folder: string): Promise<void> {
    await this.page.getByRole('button', { name: /^选择(其他)?文件夹…$/ }).click()
    await this.chooser.getByRole('row').filter({ hasText: '主文件夹' }).dblclick()
    await this.chooser.getByRole('row').filter({ hasText: folder }).dblclick()
    await expect(this.chooser.getByRole('status')).toContainText(folder)
    await this.chooser.getByRole('button', { name: '选择此文件夹' }).click()
  }

  /** Chooses, looks at the plan, agrees, and waits until both sides are in step. */
  async connect(template: string, folder: string): Promise<void> {
    await this.choose(template, folder)
    await this.agree()
    await this.expectInStep()
  }

  async agree(): Promise<void> {
    await this.plan.getByRole('button', { name: '同意并开始' }).click()
    await expect(this.page).toHaveURL(/\/workspace/)
  }

  async expectInStep(): Promise<void> {
    await expect(this.state).toContainText('已同步', { timeout: 30_000 })
  }

  tab(name: string | RegExp): Locator {
    return this.page.getByRole('tab', { name })
  }
}
