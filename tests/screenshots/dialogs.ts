import type { Page } from '@playwright/test'
import { channelOpeners } from './channels.ts'
import { contentOpeners } from './contents.ts'
import { frameOpeners } from './frame.ts'
import { mediaOpeners } from './media.ts'
import type { Opener } from './opener.ts'
import { siteOpeners } from './sites.ts'
import { systemOpeners } from './system.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor()

/** Presses the first button of that name and waits for the dialog that it opens. */
const by = (screen: string, name: string, title: string | RegExp = name): Opener => ({
  screen,
  name,
  open: async (page) => {
    await button(page, title).click()
    await dialog(page)
  },
})

/** A tab of a screen; `then` goes further, for instance opens a dialog from it. */
const tab = (screen: string, title: string, then: (page: Page) => Promise<void> = async () => {}): Opener => ({
  screen,
  name: title,
  open: async (page) => {
    await page.getByRole('tab', { name: title, exact: true }).click()
    await page.getByRole('tabpanel', { name: title }).waitFor()
    await then(page)
  },
})

/** A dialog behind 更多 of a column. */
const more = (item: string): Opener => ({
  screen: '栏目管理',
  name: item,
  open: async (page) => {
    await button(page, '更多 新闻中心').click()
    await page.getByRole('menuitem', { name: item }).click()
    await dialog(page)
  },
})

/** What asks before something is done to an account; `then` goes further. */
const ofAccount = (item: string, then: (page: Page) => Promise<void> = async () => {}): Opener => ({
  screen: '账号管理',
  name: item,
  open: async (page) => {
    await button(page, '更多 guest').click()
    await page.getByRole('menuitem', { name: item }).click()
    await dialog(page)
    await then(page)
  },
})

/** A dialog of the gallery. */
const sample = (kind: string): Opener => ({
  ...tab('组件演示', '对话框', async (page) => {
    await page.getByRole('button', { name: kind, exact: true }).click()
    await dialog(page)
  }),
  name: `对话框 ${kind}`,
})

/** What is open over a file of the library, which it first uploads. */
const libraryDialog = (action: string): Opener => ({
  screen: '资源库',
  name: action,
  open: async (page) => {
    await page.getByLabel('选择要上传的图片').setInputFiles('resources/icons/icon.png')
    await button(page, `${action} icon.png`).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor()
  },
})

/** The dialogs that `npm run screenshots` takes. A new dialog: one line here. */
export const openers: readonly Opener[] = [
  by('跨站复制规则', '新增规则'),
  by('模板列表', '新增'),
  by('模板列表', '编辑', /^编辑 /),
  by('模板列表', '复制', /^复制 /),
  by('模板列表', '文件管理', /^文件管理 /),
  by('模板列表', '草稿与发布', /^草稿与发布 /),
  {
    screen: '模板列表',
    name: '编辑器',
    open: async (page) => {
      await button(page, /^文件管理 /).click()
      await button(page, '打开 index.html').click()
      await page.locator('.monaco-editor .view-line').first().waitFor()
    },
  },
  {
    screen: '模板列表',
    name: '没有找到',
    open: async (page) => {
      await page.getByRole('main').getByRole('searchbox').fill('没有这样的模板')
      await page.getByText('没有找到', { exact: true }).waitFor()
    },
  },
  {
    screen: '模板列表',
    name: '删除',
    open: async (page) => {
      await button(page, /^删除 /).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  by('栏目管理', '新增', '新增'),
  by('栏目管理', '编辑', /^编辑 /),
  more('编辑属性'),
  more('复制栏目'),
  {
    screen: '栏目管理',
    name: '选择模板',
    open: async (page) => {
      await button(page, '编辑 集团新闻').click()
      await button(page, '选择列表页模板 1').click()
      await page.getByRole('listbox', { name: '页面' }).waitFor()
    },
  },
  {
    screen: '栏目管理',
    name: '删除',
    open: async (page) => {
      await button(page, '删除 新闻中心').click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  by('站点信息', '编辑', /^编辑 /),
  by('会员管理', '添加', '添加'),
  by('会员管理', '编辑', /^编辑 /),
  by('会员组', '编辑', /^编辑 /),
  by('会员等级', '编辑', /^编辑 /),
  libraryDialog('预览'),
  libraryDialog('详情'),
  libraryDialog('替换'),
  libraryDialog('删除'),
  by('绑定域名', '绑定', /^绑定域名 /),
  {
    screen: '第三方代码',
    name: '插入代码',
    open: async (page) => {
      await button(page, /^插入代码 /).click()
      await page.locator('.monaco-editor .view-lines').first().waitFor()
    },
  },
  by('站点模板关联', '关联站点', /^关联站点 /),
  by('账号管理', '部门预设'),
  by('账号管理', '新增', '新增'),
  by('账号管理', '编辑', /^编辑 editor/),
  by('账号管理', '删除', /^删除 guest/),
  ofAccount('停用'),
  ofAccount('重置密码', async (page) => {
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
    await page.getByLabel('新密码', { exact: true }).waitFor()
  }),
  by('字典管理', '新增'),
  by('字典管理', '编辑', /^编辑 /),
  by('字典管理', '导入', '导入'),
  {
    screen: '多级字典',
    name: '编辑',
    open: async (page) => {
      await button(page, '编辑 地区').click()
      await page.getByRole('textbox', { name: '名称' }).waitFor()
    },
  },
  {
    screen: '多级字典',
    name: '删除',
    open: async (page) => {
      await button(page, '删除 地区').click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  by('标签分类', '新增'),
  by('标签管理', '新增'),
  by('敏感词', '新增'),
  by('敏感词', '导入'),
  by('净值管理', '手动添加'),
  by('净值管理', '导入'),
  {
    screen: '净值管理',
    name: '产品状态',
    open: async (page) => {
      await button(page, '手动添加').click()
      for (const [name, value] of [
        ['产品代码', 'F0001'],
        ['产品名称', '稳健增长一号'],
        ['单位净值', '1.0234'],
      ] as const)
        await page.getByRole('dialog').getByRole('textbox', { name }).fill(value)
      await page.getByRole('combobox', { name: '净值日期' }).fill('2026-01-31')
      await button(page, '确定').click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await button(page, /^产品状态 /).click()
      await dialog(page)
    },
  },
  by('审批流程', '新增', '新增'),
  by('发件邮箱', '新增', '新增'),
  by('邮件发送记录', '发送邮件', '发送邮件'),
  by('短信通道', '新增', '新增'),
  by('短信模板', '新增', '新增'),
  by('短信营销', '发送短信', '发送短信'),
  {
    screen: '短信营销',
    name: '从表格添加',
    open: async (page) => {
      await button(page, '发送短信').click()
      await button(page, '添加号码').click()
      await button(page, '从表格添加').click()
      const csv = '姓名,手机\n张三,13800000001\n李四,138000\n王五,13800000003\n'
      const file = { name: '名单.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
      await page.locator('input[accept=".xls,.xlsx,.csv"]').setInputFiles(file)
      await page.getByText('第 3 行：138000').waitFor()
    },
  },
  by('公众号管理', '新增', '新增'),
  by('公众号规则', '新增规则', '新增规则'),
  tab('登录安全', '系统消息'),
  {
    screen: '审批流程',
    name: '流程设置',
    open: async (page) => {
      await button(page, '新增').click()
      await page.getByRole('dialog').getByLabel('标题').fill('新闻审批')
      await button(page, '确定').click()
      await button(page, '流程设置 新闻审批').click()
      await button(page, '添加节点').click()
      await page.getByRole('textbox', { name: '节点名称' }).fill('初审')
    },
  },
  by('栏目审批设置', '关联流程', /^启用 /),
  tab('待审批列表', '已审批'),
  tab('待审批列表', '我的申请'),
  by('待审批列表', '我的代理人'),
  tab('组件演示', '树表'),
  tab('组件演示', '表单与字段'),
  tab('组件演示', '媒体'),
  {
    ...tab('组件演示', '媒体', async (page) => {
      await page.getByRole('group', { name: '图集' }).getByRole('button', { name: '选择图片' }).click()
      await page.getByRole('option', { name: /^starter/ }).waitFor()
    }),
    name: '选择资源',
  },
  {
    ...tab('组件演示', '媒体', async (page) => {
      await button(page, '打开多图上传').click()
      await page.getByRole('alertdialog').waitFor()
    }),
    name: '多图上传',
  },
  { ...tab('组件演示', '状态与反馈'), spins: true },
  ...['表单', '分步表单', '选择多条', '抽屉', '面板'].map(sample),
  {
    ...tab('组件演示', '对话框', async (page) => {
      await page.getByRole('button', { name: '两人同时修改' }).click()
      await page.getByLabel('备注').fill('我改过的备注')
      await button(page, '确定').click()
      await button(page, '合并保存').waitFor()
    }),
    name: '对话框 两人同时修改',
  },
  ...siteOpeners,
  ...contentOpeners,
  ...mediaOpeners,
  ...frameOpeners,
  ...channelOpeners,
  ...systemOpeners,
]
