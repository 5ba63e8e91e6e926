import { expect, type Page } from '@playwright/test'
import type { Opener } from './opener.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last()

const over = (screen: string, name: string, open: (page: Page) => Promise<void>): Opener => ({ screen, name, open })

/** The form of a message, with a title and a text. */
async function write(page: Page, open: string, title: string): Promise<void> {
  await button(page, open).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: '标题', exact: true }).fill(title)
  await form.getByRole('group', { name: '内容', exact: true }).locator('[contenteditable=true]').click()
  await page.keyboard.type('周一上午九点在三楼会议室开会，请准时参加。')
}

async function choosePeople(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: '选择用户' }).click()
  const picker = page.getByRole('dialog', { name: '选择用户' })
  for (const name of [/admin/, /editor/]) await picker.getByRole('checkbox', { name }).check()
}

/** A message that the administrator sent to himself, too. */
async function sent(page: Page, open: string): Promise<void> {
  await write(page, open, '周会通知')
  await choosePeople(page)
  await page.getByRole('dialog', { name: '选择用户' }).getByRole('button', { name: '确定' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Pressed without anything filled in: what each field says. */
const refused = (screen: string, add: string, save: string): Opener =>
  over(screen, `${add} 没有填写`, async (page) => {
    await button(page, add).click()
    await dialog(page).getByRole('button', { name: save, exact: true }).click()
    await dialog(page).getByRole('alert').first().waitFor()
  })

/** The dialogs of mail, of the site's inbox and of the channels. */
export const channelOpeners: readonly Opener[] = [
  over('站内信', '发布', (page) => write(page, '发布站内信', '周会通知')),
  over('站内信', '选择用户', async (page) => {
    await write(page, '发布站内信', '周会通知')
    await choosePeople(page)
  }),
  over('站内信', '查看', async (page) => {
    await sent(page, '发布站内信')
    await button(page, '查看 周会通知').click()
    await page.getByRole('dialog', { name: '周会通知' }).waitFor()
  }),
  over('站内信', '阅读情况', async (page) => {
    await page.getByRole('tab', { name: '发件箱' }).click()
    await button(page, '阅读情况 周会通知').click()
    await dialog(page).getByRole('row').nth(1).waitFor()
  }),
  over('公文流转', '发布', (page) => write(page, '发布公文', '放假安排')),
  refused('公文流转', '发布公文', '发布'),
  over('站点收件箱', '发布', (page) => write(page, '发布消息', '网站改版')),
  over('站点收件箱', '查看', async (page) => {
    await sent(page, '发布消息')
    await button(page, '查看 周会通知').click()
    await page.getByRole('dialog', { name: '查看' }).waitFor()
  }),
  refused('发件邮箱', '新增', '验证并保存'),
  refused('邮件发送记录', '发送邮件', '发送'),
  over('邮件发送记录', '选择会员', async (page) => {
    await button(page, '发送邮件').click()
    await button(page, '选择会员').click()
    await page.getByRole('dialog', { name: '选择会员' }).getByRole('row').nth(1).waitFor()
  }),
  refused('短信模板', '新增', '确定'),
  refused('短信营销', '发送短信', '发送'),
  refused('公众号管理', '新增', '确定'),
  refused('公众号规则', '新增规则', '确定'),
  over('个人信息', '通知', async (page) => {
    await page.getByRole('tab', { name: '通知' }).click()
    await expect(page.getByRole('group', { name: '邮件' })).toBeVisible()
  }),
]
