import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aSession } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { Profile } from './Profile.tsx'

const host = (): FakeBridge =>
  aHost()
    .on('profile.read', () => ({ username: 'admin', screenName: '管理员', email: 'a@example.com' }))
    .on('profile.save', () => null)
    .on('session.refresh', () => aSession({ username: 'root' }))
const field = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' })
const save = () => userEvent.click(screen.getByRole('button', { name: '保存' }))
const change = async (name: RegExp, text: string) => {
  await userEvent.clear(await field(name))
  if (text) await userEvent.type(await field(name), text)
}

it('shows account, name and e-mail, saves them and goes back [C-028] [C-029] [C-190] [C-360] [C-361]', async () => {
  const fake = host()
  renderUi(<Profile />, { host: fake, at: '/my/profile' })
  expect((await field(/^账号/)).value).toBe('admin')
  expect((await field(/^姓名/)).value).toBe('管理员')
  await change(/^邮箱/, 'b@example.com')
  await save()
  await waitFor(() => expect(address()).toBe('/'))
  expect(fake.inputsOf('profile.save')).toEqual([{ username: 'admin', screenName: '管理员', email: 'b@example.com' }])
  expect(fake.inputsOf('session.refresh')).toEqual([])
})

it('asks for the session again when the account has another name', async () => {
  const fake = host()
  renderUi(<Profile />, { host: fake, at: '/my/profile' })
  await change(/^账号/, 'root')
  await save()
  await waitFor(() => expect(fake.inputsOf('session.refresh')).toHaveLength(1))
})

it.each([
  [/^账号/, '', '请输入账号'],
  [/^姓名/, '', '请输入姓名'],
  [/^邮箱/, '', '请输入邮箱'],
  [/^邮箱/, 'a@', '请输入正确的邮箱格式'],
])('says what is wrong at the field [C-215] [C-216] [C-217]', async (name, text, message) => {
  const fake = host()
  renderUi(<Profile />, { host: fake, at: '/my/profile' })
  await change(name, text)
  await save()
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2))
  expect(fake.inputsOf('profile.save')).toEqual([])
})

it('stays with what was typed when the server refuses', async () => {
  const fake = host().on('profile.save', () => {
    throw new AppError('conflict', '账号“root”已存在，请换一个账号')
  })
  renderUi(<Profile />, { host: fake, at: '/my/profile' })
  await change(/^账号/, 'root')
  await save()
  await screen.findByText('账号“root”已存在，请换一个账号')
  expect((await field(/^账号/)).value).toBe('root')
  expect(address()).toBe('/my/profile')
})

it('says in the cropping dialog that the picture is not kept [C-030]', async () => {
  renderUi(<Profile />, { host: host(), at: '/my/profile' })
  await userEvent.click(await screen.findByRole('button', { name: '裁剪头像' }))
  await screen.findByText('裁剪结果不会保存到数据库，刷新后重置。')
})

it('lets the user choose the channels of each kind of notice', async () => {
  const fake = host()
    .on('noticeWish.read', () => ({
      email: ['signIn'] as ['signIn'],
      sms: [],
      ways: { email: { isOpen: true, address: 'a@example.com' }, sms: { isOpen: false, address: '' } },
    }))
    .on('noticeWish.save', () => null)
  renderUi(<Profile />, { host: fake, at: '/my/profile' })
  await userEvent.click(await screen.findByRole('tab', { name: '通知' }))
  const email = within(await screen.findByRole('group', { name: '邮件' }))
  expect(email.getByRole<HTMLInputElement>('checkbox', { name: '新设备登录' }).checked).toBe(true)
  await userEvent.click(email.getByRole('checkbox', { name: '审批' }))
  screen.getByText('管理员未设置发送通知的短信通道，暂时不能使用')
  const sms = within(screen.getByRole('group', { name: '短信' }))
  expect(sms.getByRole<HTMLInputElement>('checkbox', { name: '审批' }).disabled).toBe(true)
  await save()
  await waitFor(() => expect(fake.inputsOf('noticeWish.save')).toEqual([{ email: ['approval', 'signIn'], sms: [] }]))
})
