import type { Page } from '@playwright/test'
import { ContentList } from '#tests/e2e/pages/content.ts'
import type { Opener } from './opener.ts'

const NEWS = '集团新闻'
const TITLE = '集团上半年经营业绩稳中有进'

const over = (name: string, open: (list: ContentList, page: Page) => Promise<void>): Opener => ({
  screen: NEWS,
  name,
  open: async (page) => {
    const list = new ContentList(page)
    await list.row(TITLE).waitFor()
    await open(list, page)
  },
})
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor()
/** A dialog behind a button of the page. */
const by = (button: string): Opener =>
  over(button, async (list, page) => {
    await list.button(button).click()
    await dialog(page)
  })

/** The content list of a column, and its dialogs. */
export const contentOpeners: readonly Opener[] = [
  over('列表', async (list) => list.tick(TITLE)),
  over('没有找到', async (_list, page) => {
    await page.getByRole('searchbox', { name: '标题' }).fill('没有这样的内容')
    await page.getByText('没有找到', { exact: true }).waitFor()
  }),
  over('推荐与置顶', async (list, page) => {
    await list.tick(TITLE)
    await list.batch('推荐与置顶').click()
    await page.getByRole('menuitem', { name: '首页置顶' }).click()
    await page.getByRole('menuitem', { name: '设置首页置顶' }).waitFor()
  }),
  by('回收站'),
  by('草稿箱'),
  by('新增'),
  by('导入'),
  over('查看', async (_list, page) => {
    await page.getByRole('button', { name: TITLE, exact: true }).click()
    await dialog(page)
  }),
  over('编辑', async (list, page) => {
    await list.action('编辑', TITLE).click()
    await dialog(page)
  }),
  over('复制', async (list, page) => {
    await list.more(TITLE, '复制')
    await page.getByRole('button', { name: /^目标栏目/ }).click()
    await page.getByRole('row', { name: /新闻中心/ }).waitFor()
  }),
  over('删除', async (list, page) => {
    await list.action('删除', TITLE).click()
    await dialog(page)
  }),
]
