import { expect, type Locator, type Page } from '@playwright/test'

/** Buttons that open no group: one of the navigation's groups has the name of its first screen, 首页. */
export const notAGroup = (page: Page): Locator => page.locator('button:not([aria-expanded])')

/** Header, navigation, page tabs and what is common to all pages. */
export class Shell {
  readonly page: Page
  readonly navigation: Locator
  readonly tabs: Locator

  constructor(page: Page) {
    this.page = page
    this.navigation = page.getByRole('navigation', { name: '功能导航' })
    this.tabs = page.getByRole('navigation', { name: '打开的页面' })
  }

  /** First run: takes the built-in server, which signs in by itself. */
  async useBuiltin(): Promise<void> {
    await this.page.getByRole('button', { name: '使用内置服务器' }).click()
    await this.expectSignedIn('admin')
  }

  async expectSignedIn(username: string): Promise<void> {
    await expect(this.page.getByRole('button', { name: `账号 ${username}` })).toBeVisible({ timeout: 30_000 })
  }

  /** Opens a screen through the command palette. */
  async open(title: string): Promise<void> {
    await this.page.getByRole('button', { name: /^搜索功能/ }).click()
    const input = this.page.getByRole('searchbox', { name: '搜索功能' })
    await input.fill(title)
    await expect(
      this.page.getByRole('list', { name: '功能' }).getByRole('button', { name: title }).first(),
    ).toBeVisible()
    await input.press('Enter')
    await expect(this.tab(title)).toHaveAttribute('aria-current', 'page')
  }

  tab(title: string): Locator {
    return this.tabs.getByRole('button', { name: title, exact: true })
  }

  async setTheme(title: '浅色' | '深色' | '跟随系统'): Promise<void> {
    await this.page.getByRole('button', { name: '外观' }).click()
    await this.page.getByRole('menuitemradio', { name: title }).click()
    // Colours begin to change only when the setting was written.
    const scheme = { 浅色: /light/, 深色: /dark/, 跟随系统: /light|dark/ }[title]
    await expect(this.page.locator('html')).toHaveAttribute('style', scheme)
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: /^账号 / }).click()
    await this.page.getByRole('menuitem', { name: '退出登录' }).click()
  }

  /** A toast with this text. Not by its role: behind a dialog it is hidden from the tree, not from the eye. */
  toast(text: string | RegExp): Locator {
    return this.page.locator('.fui-Toast').filter({ hasText: text })
  }
}
