import type { Page } from '@playwright/test'
import { Uploads } from '#tests/e2e/pages/uploads.ts'
import type { Opener } from './opener.ts'

const home = (name: string, open: (page: Page) => Promise<void>): Opener => ({ screen: '首页', name, open })

/** What opens from the title bar, and what is said over every page. */
export const frameOpeners: readonly Opener[] = [
  home('上传', (page) => new Uploads(page).open()),
  home('后台任务', async (page) => {
    await page.getByRole('button', { name: /^后台任务/ }).click()
    await page
      .getByText(/没有.*任务/)
      .first()
      .waitFor()
  }),
  home('搜索功能', async (page) => {
    await page.getByRole('button', { name: /^搜索功能/ }).click()
    await page.getByRole('searchbox', { name: '搜索功能' }).waitFor()
  }),
  home('账号', async (page) => {
    await page.getByRole('button', { name: /^账号 / }).click()
    await page.getByRole('menuitem', { name: '设置' }).waitFor()
  }),
  home('设置', async (page) => {
    await page.getByRole('button', { name: /^账号 / }).click()
    await page.getByRole('menuitem', { name: '设置' }).click()
    await page.getByRole('spinbutton', { name: '上传限速（KB/s）' }).waitFor()
  }),
  home('两步验证', async (page) => {
    await page.getByRole('button', { name: /^账号 / }).click()
    await page.getByRole('menuitem', { name: '我的登录' }).click()
    await page.getByRole('button', { name: '开启两步验证' }).click()
    await page.getByRole('button', { name: '开始设置' }).click()
    await page.getByRole('img', { name: '两步验证的二维码' }).waitFor()
  }),
  {
    screen: '组件演示',
    name: '长消息',
    open: async (page) => {
      await page.getByRole('tab', { name: '状态与反馈' }).click()
      for (const kind of ['成功', '错误', '警告', '长消息']) await page.getByRole('button', { name: kind }).click()
      // A message under the pointer stays.
      await page.locator('.fui-Toast').filter({ hasText: '这是一个很长的标题' }).hover()
    },
    spins: true,
  },
]
