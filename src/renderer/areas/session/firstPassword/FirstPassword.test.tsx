import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aSession, aSignedOutSession } from '#tests/builders/session.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { FirstPassword } from './FirstPassword.tsx'

const host = () => aHost().on('session.status', () => aSession({ username: 'lina', mustChangePassword: true }))
const type = (label: string, text: string) =>
  userEvent.type(screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' }), text)
const save = () => userEvent.click(screen.getByRole('button', { name: '保存新密码' }))

it('has the password changed and then goes on where one wanted to go', async () => {
  const fake = host().on('session.changePassword', () => aSession({ username: 'lina' }))
  renderUi(<FirstPassword />, { host: fake, at: '/first-password?redirect=%2Fsite%2Flist' })
  await screen.findByText(/账号 lina 的密码由管理员设置/)
  await save()
  await waitFor(() => expect(screen.getAllByText('请输入旧密码').length).toBeGreaterThan(0))
  await type('旧密码', 'Given-1')
  await type('新密码', 'Mine-12345')
  await type('确认密码', 'Mine-1234')
  await save()
  await waitFor(() => expect(screen.getAllByText('两次输入密码不一致!').length).toBeGreaterThan(0))
  expect(fake.inputsOf('session.changePassword')).toEqual([])
  await type('确认密码', '5')
  await save()
  await waitFor(() => expect(address()).toBe('/site/list'))
  expect(fake.inputsOf('session.changePassword')).toEqual([
    { oldPassword: 'Given-1', newPassword: 'Mine-12345', reNewPassword: 'Mine-12345' },
  ])
})

it('stays with what was typed when the server refuses, and lets one leave', async () => {
  const fake = host()
    .on('session.changePassword', () => {
      throw new AppError('invalid', '旧密码不正确')
    })
    .on('session.signOut', () => aSignedOutSession())
  renderUi(<FirstPassword />, { host: fake, at: '/first-password' })
  await screen.findByText(/账号 lina/)
  await type('旧密码', 'wrong')
  await type('新密码', 'Mine-12345')
  await type('确认密码', 'Mine-12345')
  await save()
  await screen.findByText('旧密码不正确')
  expect(screen.getByLabelText<HTMLInputElement>(/^新密码/, { selector: 'input' }).value).toBe('Mine-12345')
  await userEvent.click(screen.getByText('退出登录'))
  await waitFor(() => expect(address()).toBe('/login'))
})
