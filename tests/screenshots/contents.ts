import type { Page } from '@playwright/test'
import { ContentList } from '#tests/e2e/pages/content.ts'
import { ContentForm } from '#tests/e2e/pages/contentForm.ts'
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

/** From the variant of the list with reject and forward. */
const review = (name: string, open: (list: ContentList, page: Page) => Promise<void>): Opener =>
  over(name, async (list, page) => {
    await list.button('内容审核').click()
    await list.button('内容管理').waitFor()
    await list.row(TITLE).waitFor()
    await open(list, page)
  })

/** From the form of an entry. */
const form = (name: string, open: (form: ContentForm, page: Page) => Promise<void>): Opener =>
  over(name, async (list, page) => {
    await list.action('编辑', TITLE).click()
    const opened = new ContentForm(page)
    const text = opened.group('正文').getByRole('textbox', { name: '正文', exact: true })
    // What an earlier picture typed is offered.
    const discard = page.getByRole('button', { name: '放弃', exact: true })
    await text.or(discard).first().waitFor()
    if (await discard.isVisible()) await discard.click()
    await text.waitFor()
    await open(opened, page)
  })
/** A tool of the form's editor. */
const tool = (opened: ContentForm, name: string) =>
  opened.group('正文').getByRole('toolbar').getByRole('button', { name })

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
  review('审核', async () => undefined),
  review('驳回', async (list, page) => {
    await list.more(TITLE, '驳回')
    await dialog(page)
  }),
  review('转发', async (list, page) => {
    await list.more(TITLE, '转发')
    await dialog(page)
  }),
  over('驳回的原因', async (list, page) => {
    await list.row('集团新闻发言人答记者问').getByText('已驳回').hover()
    await page.getByText('审批人：').waitFor()
  }),
  over('发布', async (list, page) => {
    await list.tick('集团新闻发言人答记者问')
    await list.batch('发布').click()
    await dialog(page)
  }),
  form('编辑 没有填写', async (opened, page) => {
    await opened.text('标题').fill('')
    await opened.button('保存并发布').click()
    await page.getByText('请添加数据').first().waitFor()
  }),
  form('编辑 正文', async (opened) => tool(opened, '全屏').scrollIntoViewIfNeeded()),
  form('编辑 表格', async (opened, page) => {
    await tool(opened, '表格').click()
    await page.getByRole('menuitem', { name: '插入 4 行 4 列的表格' }).click()
    await tool(opened, '表格').click()
    await page.getByRole('menuitem', { name: '合并单元格' }).waitFor()
  }),
  form('编辑 文字颜色', async (opened, page) => {
    await tool(opened, '文字颜色').click()
    await page.getByRole('button', { name: '清除', exact: true }).waitFor()
  }),
  form('编辑 链接', async (opened, page) => {
    await tool(opened, '链接').click()
    await page.getByRole('dialog', { name: '链接' }).waitFor()
  }),
  form('编辑 查找和替换', async (opened, page) => {
    await tool(opened, '查找和替换').click()
    await page.keyboard.type('工作')
    await page.getByText(/^1 \/ \d+$/).waitFor()
  }),
  form('编辑 源码', async (opened, page) => {
    await tool(opened, '源码').click()
    await page.locator('.monaco-editor .view-line').first().waitFor()
  }),
  form('编辑 全屏', async (opened) => tool(opened, '全屏').click()),
  form('历史版本', async (opened, page) => {
    await opened.button('历史版本').click()
    await page.getByRole('dialog', { name: '历史版本' }).locator('ins').first().waitFor()
  }),
  form('预览', async (opened, page) => {
    await opened.button('预览').click()
    await page.frameLocator('iframe[title=内容预览]').getByText(TITLE).first().waitFor()
  }),
  form('有未保存的内容', async (opened, page) => {
    await opened.text('标题').fill('改过')
    await opened.button('取消').click()
    await page.getByRole('alertdialog').waitFor()
  }),
  over('恢复', async (list, page) => {
    await list.action('编辑', TITLE).click()
    await page.getByRole('button', { name: '恢复', exact: true }).waitFor()
  }),
  {
    screen: '公司简介',
    name: '单页内容',
    open: (page) => page.getByRole('form', { name: '公司简介' }).waitFor(),
  },
  {
    screen: '发布统计',
    name: '栏目',
    open: async (page) => {
      await page.getByRole('combobox', { name: '站点', exact: true }).click()
      await page.getByRole('option').first().click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '栏目 全部栏目' }).click()
      await page.getByRole('checkbox', { name: '选择 新闻中心' }).click()
    },
  },
  {
    screen: '发布统计',
    name: '部门',
    open: async (page) => {
      await page.getByRole('button', { name: '部门 全部部门' }).click()
      await page.getByRole('checkbox', { name: '选择 信息技术部' }).click()
    },
  },
]
