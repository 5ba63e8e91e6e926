import { Channels } from '#tests/e2e/pages/channels.ts'
import { ColumnFields } from '#tests/e2e/pages/columnFields.ts'
import { Sites } from '#tests/e2e/pages/sites.ts'
import type { Opener } from './opener.ts'

/** A dialog of a row of the site list. */
const site = (action: string): Opener => ({
  screen: '站点列表',
  name: action,
  open: async (page) => {
    await new Sites(page).action(action, '集团官网').click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor()
  },
})

const channel = (action: string, title: string): Opener => ({
  screen: '频道管理',
  name: action,
  open: async (page) => {
    const channels = new Channels(page)
    await channels.action(action, title).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor()
  },
})

/** The dialogs of sites, channels and fields. */
export const siteOpeners: readonly Opener[] = [
  {
    screen: '站点列表',
    name: '创建站点',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^(创建站点|新增)/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  site('设置'),
  site('复制站点'),
  site('关闭'),
  site('删除'),
  channel('新增子频道', '新闻中心'),
  channel('设置', '新闻中心'),
  {
    screen: '栏目管理',
    name: '设置字段',
    open: async (page) => {
      const fields = new ColumnFields(page)
      await fields.columns.more('设置字段', '集团新闻')
      await fields.catalogue.getByRole('group').first().waitFor()
    },
  },
  {
    screen: '站点SEO(TDK)',
    name: '设置SEO',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^设置SEO / })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    screen: '站点SEO(TDK)',
    name: '栏目SEO',
    open: async (page) => {
      await page.getByRole('tab', { name: '栏目SEO' }).click()
      await page.getByRole('treegrid', { name: '栏目SEO' }).getByRole('row').nth(1).waitFor()
    },
  },
]
