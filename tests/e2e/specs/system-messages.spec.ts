import { MAIL_PASSWORD, MAIL_USER, startSmtp } from '#tests/fakes/smtp.ts'
import { expect, test } from '../fixtures.ts'
import type { ServerApi } from '../serverApi.ts'
import { violations } from '../pages/violations.ts'

const CMS = 'api/cebest-cms'

async function addEmail(remote: ServerApi, port: number): Promise<number> {
  const account = { account: MAIL_USER, password: MAIL_PASSWORD, smtp: '127.0.0.1', port, security: 'none' }
  const form = { siteId: 1, sendName: '站匠', ...account }
  const { data } = await remote.post(`${CMS}/email-channel-manage/save-and-validate`, form)
  return (data as { id: number }).id
}

test('the channels of the program’s own messages are chosen in 系统消息, and stay chosen', async ({
  shell,
  page,
  remote,
}) => {
  const smtp = await startSmtp('none')
  await addEmail(remote, smtp.port)
  const key = { accessKeyId: 'key', accessKeySecret: 'secret' }
  await remote.post(`${CMS}/sms-channel-manage/save`, { siteId: 1, channelName: '系统短信', signName: '站匠', ...key })
  const templateContent = '验证码${code}，${min}分钟内有效'
  const template = { siteId: 1, templateName: '验证码', templateCode: 'SMS_1', templateContent }
  await remote.post(`${CMS}/sms-template/save`, template)
  await shell.open('账号管理')
  await page.getByRole('button', { name: '登录安全' }).click()
  await page.getByRole('tab', { name: '系统消息' }).click()
  const field = (name: string) => page.getByRole('combobox', { name })
  const choose = async (name: string, option: string): Promise<void> => {
    await field(name).click()
    await page.getByRole('option', { name: option }).click()
  }
  await choose('验证码短信通道', '系统短信')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(field('验证码模板')).toHaveAccessibleDescription(/短信通道和短信模板须同时选择/)
  await choose('验证码模板', '验证码')
  await expect(page.getByText(templateContent)).toBeVisible()
  await choose('发件邮箱', MAIL_USER)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  expect(await violations(page), '系统消息').toEqual([])
  await page.reload()
  await expect(field('发件邮箱')).toContainText(MAIL_USER)
  await expect(field('验证码短信通道')).toContainText('系统短信')
  await expect(field('验证码模板')).toContainText('验证码')
  await smtp.close()
})

test('one chooses in 个人信息 → 通知 of what one is told by e-mail, and gets it', async ({ shell, page, remote }) => {
  const smtp = await startSmtp('none')
  const { data } = await remote.get(`${CMS}/system-message/settings`)
  const { version } = data as { version: number }
  await remote.post(`${CMS}/system-message/save`, { version, emailChannelId: await addEmail(remote, smtp.port) })
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: /^账号 / }).click()
    await page.getByRole('menuitem', { name: '个人信息' }).click()
  }
  await open()
  const screen = page.getByRole('main')
  await screen.getByRole('textbox', { name: '邮箱' }).fill('me@example.com')
  await screen.getByRole('button', { name: '保存', exact: true }).click()
  await expect(shell.tab('首页')).toHaveAttribute('aria-current', 'page')
  await open()
  await screen.getByRole('tab', { name: '通知' }).click()
  const byEmail = screen.getByRole('group', { name: '邮件' })
  await expect(byEmail).toHaveAccessibleDescription('发送到 me@example.com')
  await byEmail.getByRole('checkbox', { name: /^站内信/ }).check()
  await expect(screen.getByText('管理员未设置发送通知的短信通道，暂时不能使用')).toBeVisible()
  await expect(screen.getByRole('group', { name: '短信' }).getByRole('checkbox', { name: '审批' })).toBeDisabled()
  await screen.getByRole('button', { name: '保存', exact: true }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  expect(await violations(page), '通知').toEqual([])
  await page.reload()
  await expect(byEmail.getByRole('checkbox', { name: /^站内信/ })).toBeChecked()
  await expect(byEmail.getByRole('checkbox', { name: '审批' })).not.toBeChecked()
  const mail = { title: '周会', content: '<p>九点</p>', recipientDTOList: [{ userName: 'admin' }] }
  await remote.post(`${CMS}/notice/addmessages`, mail)
  await expect.poll(() => smtp.mails.map(({ to }) => to)).toEqual(['me@example.com'])
  await smtp.close()
})
