import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import { PASSWORDS } from '../app.ts'
import { expect, test } from '../fixtures.ts'
import { Login } from '../pages/login.ts'
import type { Shell } from '../pages/shell.ts'
import { violations } from '../pages/violations.ts'

const seen = async (page: Page, info: TestInfo, name: string): Promise<void> => {
  await page.screenshot({ path: info.outputPath(`${name}.png`), animations: 'disabled' })
}

/** Chooses accounts in the picker of the publish dialog. */
async function choose(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: '选择用户' }).click()
  const picker = page.getByRole('dialog', { name: '选择用户' })
  for (const name of names) await picker.getByRole('checkbox', { name: new RegExp(name) }).check()
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(picker).toBeHidden()
}

/** Fills in title and text. */
async function fill(page: Page, title: string, text: string): Promise<void> {
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: '标题', exact: true }).fill(title)
  await form.getByRole('group', { name: '内容', exact: true }).locator('[contenteditable=true]').click()
  await page.keyboard.type(text)
}

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

test('a mail is published, counted, opened and read, and its sender sees who has read it [C-006] [C-127] [C-128] [C-130] [C-145] [C-146] [C-195]', async ({
  shell,
  page,
}, info) => {
  await shell.open('站内信')
  for (const name of ['收件箱', '发件箱']) await expect(page.getByRole('tab', { name })).toBeVisible()
  await page.getByRole('button', { name: '发布站内信' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: '发布', exact: true }).click()
  for (const message of ['请输入标题', '请输入内容', '请选择用户']) await expect(form).toContainText(message)
  await fill(page, '周会通知', '周一九点在会议室')
  await choose(page, 'admin', 'editor')
  expect(await violations(page), 'publish').toEqual([])
  await seen(page, info, '发布站内信')
  await form.getByRole('button', { name: '发布', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('button', { name: '消息，1 条未读' })).toBeVisible()
  await expect(row(page, '周会通知')).toContainText('未读')
  await expect(shell.navigation.getByRole('button', { name: /^站内信/ })).toContainText('1')
  await seen(page, info, '站内信收件箱')
  await page.getByRole('button', { name: '查看 周会通知' }).click()
  const message = page.getByRole('dialog', { name: '周会通知' })
  await expect(message).toContainText('周一九点在会议室')
  await expect(message).toContainText(/阅读时间\d{4}-/)
  expect(await violations(page), 'message').toEqual([])
  await seen(page, info, '查看消息')
  await message.getByRole('button', { name: '关闭' }).last().click()
  await expect(row(page, '周会通知')).toContainText('已读')
  await expect(page.getByRole('button', { name: '消息', exact: true })).toBeVisible()
  await page.getByRole('tab', { name: '发件箱' }).click()
  await expect(row(page, '周会通知')).toContainText('1/2 已读')
  await page.getByRole('button', { name: '阅读情况 周会通知' }).click()
  const receipts = page.getByRole('dialog', { name: '阅读情况：周会通知' })
  await expect(receipts.getByRole('row').filter({ hasText: 'editor' })).toContainText('未读')
  await expect(receipts.getByRole('row').filter({ hasText: 'admin' })).toContainText('已读')
  await seen(page, info, '阅读情况')
  await receipts.getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '撤回 周会通知' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '撤回' }).click()
  await expect(row(page, '周会通知')).toContainText('撤回 1')
})

test('an editor writes to a colleague of another group, who is told in the header', async ({
  shell,
  page,
  app,
}, info) => {
  const signIn = async (name: string, password: string): Promise<void> => {
    await shell.signOut()
    const login = new Login(page, join(app.dataDir, 'server'))
    await login.fill(name, password)
    await login.submit.click()
    await shell.expectSignedIn(name)
  }
  await signIn('editor', PASSWORDS.demo)
  await shell.open('站内信')
  await page.getByRole('button', { name: '发布站内信' }).click()
  await fill(page, '请审阅年报', '初稿在新闻中心')
  await choose(page, 'admin')
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await signIn('admin', PASSWORDS.admin)
  await expect(page.getByRole('button', { name: '消息，1 条未读' })).toBeVisible()
  await seen(page, info, '同事的来信')
})

async function mailToSelf(shell: Shell, page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: '发布站内信' }).click()
  await fill(page, title, '内容')
  await choose(page, 'admin')
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(shell.toast('操作成功').last()).toBeVisible()
}

test('mails are marked as read one by one, and a draft is kept and sent [C-129] [C-196] [B-417]', async ({
  shell,
  page,
}, info) => {
  await shell.open('站内信')
  for (const title of ['甲', '乙']) await mailToSelf(shell, page, title)
  await page.getByRole('button', { name: '设为已读' }).click()
  await expect(shell.toast('请选择数据！')).toBeVisible()
  await page.getByRole('checkbox', { name: '选择 甲' }).check()
  await page.getByRole('button', { name: '设为已读' }).click()
  await expect(shell.toast('设置成功')).toBeVisible()
  await expect(row(page, '甲')).toContainText('已读')
  await expect(row(page, '乙')).toContainText('未读')
  await page.getByRole('button', { name: '发布站内信' }).click()
  await fill(page, '没写完', '一半')
  await page.getByRole('dialog').getByRole('button', { name: '保存到草稿' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('tab', { name: '草稿' }).click()
  await seen(page, info, '草稿')
  await page.getByRole('button', { name: '编辑 没写完' }).click()
  await expect(page.getByRole('dialog')).toContainText('一半')
  await choose(page, 'admin')
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('没有草稿')).toBeVisible()
  await page.getByRole('tab', { name: '收件箱' }).click()
  await expect(row(page, '没写完')).toBeVisible()
})

test('a document goes out with its file and is forwarded [C-131] [C-132] [C-133] [C-134] [C-135] [C-136] [C-137]', async ({
  shell,
  page,
}, info) => {
  await shell.open('公文流转')
  await page.getByRole('button', { name: '发布公文' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: '发布', exact: true }).click()
  await expect(form).toContainText('请上传文件')
  await fill(page, '放假安排', '见附件')
  await form.getByRole('button', { name: /选择文件|选择附件/ }).click()
  const picker = page.getByRole('dialog', { name: '选择文件' })
  await picker.getByRole('tab', { name: '上传' }).click()
  await page
    .getByLabel('选择要上传的文件', { exact: true })
    .setInputFiles({ name: '放假.zip', mimeType: '', buffer: EMPTY_ZIP })
  await expect(picker).toContainText('放假')
  await seen(page, info, '选择文件')
  await picker.getByRole('button', { name: '确定' }).click()
  await choose(page, 'admin')
  await seen(page, info, '发布公文')
  await form.getByRole('button', { name: '发布', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('columnheader')).toContainText(['ID', '标题', '文件', '发件人', '时间', '状态', '操作'])
  await expect(page.getByPlaceholder(/^搜索标题/)).toHaveCount(0)
  await expect(row(page, '放假安排')).toContainText('.zip')
  expect(await violations(page), 'inbox').toEqual([])
  await seen(page, info, '公文收件箱')
  await page.getByRole('button', { name: '转发文件 放假安排' }).click()
  await expect(form.getByRole('textbox', { name: '标题', exact: true })).toHaveValue('转发：放假安排')
  await choose(page, 'admin')
  await form.getByRole('button', { name: '发布', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(row(page, '转发：放假安排')).toContainText('.zip')
})

/** A zip file without entries. */
const EMPTY_ZIP = Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64')
