import { expect, type Page } from '@playwright/test'
import { ColumnFields } from '#tests/e2e/pages/columnFields.ts'
import { Templates } from '#tests/e2e/pages/templates.ts'
import type { Opener } from './opener.ts'

const button = (page: Page, name: string | RegExp) =>
  page
    .getByRole('main')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
const over = (screen: string, name: string, open: (page: Page) => Promise<void>): Opener => ({ screen, name, open })

const managed = (name: string, open: (templates: Templates, page: Page) => Promise<void>): Opener =>
  over('模板列表', name, async (page) => {
    const templates = new Templates(page)
    await templates.openManager()
    await open(templates, page)
    await page.getByRole('dialog', { name }).waitFor()
  })

/** The dialogs of statistics, template files, groups, logs and rules of copies. */
export const systemOpeners: readonly Opener[] = [
  over('API 令牌', '新增 API 令牌', async (page) => {
    await button(page, '新增').click()
    await dialog(page).waitFor()
  }),
  over('Webhook', '新增 Webhook', async (page) => {
    await button(page, '新增').click()
    await dialog(page).waitFor()
  }),
  over('网站统计', '设置', async (page) => {
    await button(page, '设置').click()
    await dialog(page).waitFor()
  }),
  over('网站统计', '本站统计', async (page) => {
    await button(page, '设置').click()
    await page.getByRole('tab', { name: '本站统计' }).click()
  }),
  over('跨站复制规则', '字段匹配', async (page) => {
    await page.getByRole('main').getByRole('button', { name: '新增规则' }).click()
    const form = page.getByRole('dialog').first()
    await form.getByRole('textbox', { name: '规则标题' }).fill('招聘到分站')
    const side = async (site: RegExp, option: string, column: RegExp, title: string): Promise<void> => {
      await form.getByRole('combobox', { name: site }).click()
      await page.getByRole('option', { name: option }).click()
      await form.getByRole('button', { name: column }).click()
      await page.getByRole('searchbox', { name: '搜索栏目' }).fill(title)
      await page.getByRole('gridcell', { name: title }).click()
    }
    await side(/^源站点/, '集团官网', /^源站栏目/, '人才招聘')
    await side(/^目标站点/, '海洋科技', /^目标(站)?栏目/, '公司新闻')
    await form.getByRole('button', { name: '下一步' }).click()
    await form.getByRole('list', { name: '源站字段' }).waitFor()
  }),
  managed('新建文件夹', async (templates) => templates.manager.getByRole('button', { name: '新建文件夹' }).click()),
  managed('新建文件', (templates) => templates.manager.getByRole('button', { name: '新建文件', exact: true }).click()),
  managed('重命名', async (templates) => {
    await templates.enter('css')
    await templates.action('重命名', 'stylish-portfolio.css').click()
  }),
  over('栏目管理', '字典配置', async (page) => {
    const fields = new ColumnFields(page)
    await fields.columns.open()
    await fields.open('人才招聘')
    await fields.field('工作地点').click()
    await fields.details.getByRole('button', { name: '字典配置' }).click()
    await page.getByRole('dialog', { name: '字典配置' }).waitFor()
  }),
  over('频道管理', '新增频道', async (page) => {
    await button(page, '新增频道').click()
    await dialog(page).waitFor()
  }),
  over('频道管理', '设置SEO', async (page) => {
    await button(page, '设置SEO 人才招聘').click()
    await dialog(page).waitFor()
  }),
  over('用户组', '新增', async (page) => {
    await button(page, '新增').click()
    await dialog(page).waitFor()
  }),
  over('用户组', '编辑', async (page) => {
    await button(page, '编辑 站点编辑').click()
    await page.getByRole('tab', { name: /集团官网/ }).click()
    await expect(page.getByRole('checkbox', { name: '编辑 集团新闻' })).toBeVisible()
  }),
  over('操作日志', '详情', async (page) => {
    await page.getByRole('row').nth(1).waitFor()
    await button(page, /^详情/).click()
    await dialog(page).waitFor()
  }),
  over('操作日志', '设置', async (page) => {
    await button(page, '设置').click()
    await dialog(page).waitFor()
  }),
]
