import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type SecuritySettings, securityRules } from '#shared/contract/security.ts'
import type { SystemMessageSettings } from '#shared/contract/systemMessage.ts'
import { AppError } from '#shared/errors/index.ts'
import { aRole } from '#tests/builders/role.ts'
import { aSession, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SignInSecurity } from './SignInSecurity.tsx'

configure({ defaultHidden: true })

const settings = (given: Partial<SecuritySettings> = {}): SecuritySettings => ({
  ...securityRules.parse({}),
  version: 2,
  changedBy: 'admin',
  changedAt: '2026-01-02 03:04:05',
  ...given,
})
const host = (): FakeBridge =>
  aHost()
    .on('security.settings', () => settings())
    .on('security.saveSettings', () => settings({ version: 3 }))
    .on('role.page', () => pageOf([aRole(3, '新闻组', {})]))
const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('spinbutton', { name })
const user = userEvent.setup()
const save = () => user.click(screen.getByRole('button', { name: '保存' }))

describe('the rules of signing in', () => {
  it('are shown with who changed them, and saved over the version that was seen', async () => {
    const fake = host()
    renderUi(<SignInSecurity />, { host: fake })
    const length = await field(/^密码最短长度/)
    expect(length.value).toBe('0')
    expect((await field(/^连续失败几次后锁定/)).value).toBe('5')
    screen.getByText('admin 于 2026-01-02 03:04:05 修改')
    await user.clear(length)
    await user.type(length, '12')
    await user.click(screen.getByRole('switch', { name: /^拒绝常见密码/ }))
    await save()
    await waitFor(() => expect(fake.inputsOf('security.saveSettings')).toHaveLength(1))
    expect(fake.inputsOf('security.saveSettings')[0]).toMatchObject({ minLength: 12, refuseCommon: true, version: 2 })
  })
  it('take addresses of a group, one a line, and name the line that is none', async () => {
    const fake = host()
    renderUi(<SignInSecurity />, { host: fake })
    await screen.findByText(/^没有要求/)
    await user.click(screen.getByRole('combobox', { name: '添加用户组' }))
    await user.click(await screen.findByRole('option', { name: '新闻组' }))
    const group = within(screen.getByRole('group', { name: '新闻组' }))
    await user.click(group.getByRole('switch', { name: '必须使用两步验证' }))
    const lines = group.getByRole('textbox', { name: '允许登录的地址' })
    await user.type(lines, '10.0.0.0/8{Enter}10.0.0')
    screen.getByText('“10.0.0”不是 IP 或 IP 段')
    await save()
    expect(fake.inputsOf('security.saveSettings')).toEqual([])
    await user.type(lines, '.9{Enter}')
    await save()
    await waitFor(() => expect(fake.inputsOf('security.saveSettings')).toHaveLength(1))
    expect(fake.inputsOf('security.saveSettings')[0]).toMatchObject({
      groups: [{ groupId: 3, addresses: ['10.0.0.0/8', '10.0.0.9'], secondFactor: true }],
    })
  })
  it('keep what was typed and say why the server refused', async () => {
    const message = '这些地址不包含您当前的地址 127.0.0.1，保存后您将无法登录，请先添加该地址'
    const fake = host().on('security.saveSettings', () => {
      throw new AppError('invalid', message, { details: { issues: [{ field: 'groups', message }] } })
    })
    renderUi(<SignInSecurity />, { host: fake })
    const length = await field(/^密码最短长度/)
    await user.clear(length)
    await user.type(length, '9')
    await save()
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(0))
    expect(length.value).toBe('9')
  })
  it('can be read only by accounts that are not super administrators', async () => {
    renderUi(<SignInSecurity />, { host: host().on('session.status', () => aSession({ groupId: 3 })) })
    await screen.findByText('只有超级管理员可以修改规则')
    expect((await field(/^密码最短长度/)).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
  })
})

it('the log of sign-ins is searched and filtered', async () => {
  const line = { id: 1, username: 'lina', way: 'password' as const, ip: '10.0.0.8', createDate: '2026-01-02 03:04:05' }
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
  const fake = host().on('security.signInLog', ({ result }) =>
    pageOf([
      { ...line, userAgent: agent, ok: false, msg: '用户名或密码不正确' },
      ...(result === 'refused' ? [] : [{ ...line, id: 2, userAgent: '', ok: true, msg: '登录成功' }]),
    ]),
  )
  renderUi(<SignInSecurity />, { host: fake, at: '/system/sign-in-security?tab=log' })
  const refused = within(await screen.findByRole('row', { name: /用户名或密码不正确/ }))
  refused.getByText('Chrome · Windows')
  refused.getByText('拒绝')
  await user.click(screen.getByRole('combobox', { name: '结果' }))
  await user.click(await screen.findByRole('option', { name: '拒绝' }))
  await waitFor(() => expect(screen.queryByText('登录成功')).toBeNull())
  expect(fake.inputsOf('security.signInLog').at(-1)).toMatchObject({ result: 'refused', page: 1 })
})

describe('the messages of the program', () => {
  const ways: SystemMessageSettings = {
    codeChannelId: 0,
    codeTemplateId: 0,
    emailChannelId: 0,
    noticeChannelId: 0,
    noticeTemplateId: 0,
    version: 4,
    changedBy: '',
    changedAt: '',
    channels: [
      { id: 1, siteId: 1, title: '阿里云' },
      { id: 2, siteId: 2, title: '腾讯云' },
    ],
    templates: [
      { id: 11, siteId: 1, title: '验证码', content: '验证码${code}' },
      { id: 12, siteId: 2, title: '别处的', content: '{1}' },
    ],
    emails: [{ id: 21, siteId: 1, title: 'news@example.com' }],
    problem: '登录被拒绝：535',
  }
  it('go over the channels that are chosen, a template with a channel of its site', async () => {
    const fake = host()
      .on('systemMessage.settings', () => ways)
      .on('systemMessage.save', () => ({ ...ways, version: 5 }))
    renderUi(<SignInSecurity />, { host: fake, at: '/system/sign-in-security?tab=messages' })
    await screen.findByText(/登录被拒绝：535/)
    const choose = async (name: string, option: string): Promise<void> => {
      await user.click(screen.getByRole('combobox', { name }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    await choose('验证码短信通道', '阿里云')
    await user.click(screen.getByRole('combobox', { name: '验证码模板' }))
    await waitFor(() => expect(screen.getAllByRole('option').map((each) => each.textContent)).toEqual(['验证码']))
    await user.click(screen.getByRole('option', { name: '验证码' }))
    screen.getByText('验证码${code}')
    await choose('发件邮箱', 'news@example.com')
    await save()
    await waitFor(() => expect(fake.inputsOf('systemMessage.save')).toHaveLength(1))
    const { version, codeChannelId, codeTemplateId, emailChannelId, noticeChannelId } = {
      ...ways,
      ...fake.inputsOf('systemMessage.save')[0],
    }
    expect([version, codeChannelId, codeTemplateId, emailChannelId, noticeChannelId]).toEqual([4, 1, 11, 21, 0])
  })
  it('are there for super administrators alone', async () => {
    renderUi(<SignInSecurity />, { host: host().on('session.status', () => aSession({ groupId: 3 })) })
    await screen.findByText('只有超级管理员可以修改规则')
    expect(screen.queryByRole('tab', { name: '系统消息' })).toBeNull()
  })
})
