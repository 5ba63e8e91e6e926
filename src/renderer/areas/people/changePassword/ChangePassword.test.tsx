import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aSession } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { ChangePassword } from './ChangePassword.tsx'

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const save = () => userEvent.click(screen.getByRole('button', { name: '保存新密码' }))
const seen = (message: string) => waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(0))

it('changes the password by the old one, twice the new one, and is empty then [C-027] [C-189] [C-261] [C-262] [C-263] [C-359]', async () => {
  const fake = aHost().on('session.changePassword', () => aSession())
  renderUi(<ChangePassword />, { host: fake, at: '/my/change-password' })
  expect(field(/^新密码/).placeholder).toBe('数字、大小写字母，8-24 位')
  await save()
  for (const message of ['请输入旧密码', '请输入新密码', '请输入确认密码']) await seen(message)
  await userEvent.type(field(/^旧密码/), 'Old-1')
  await userEvent.type(field(/^新密码/), 'New-12345')
  await userEvent.type(field(/^确认密码/), 'New-1234')
  await save()
  await seen('两次输入密码不一致!')
  expect(fake.inputsOf('session.changePassword')).toEqual([])
  await userEvent.type(field(/^确认密码/), '5')
  await save()
  await seen('更新成功')
  expect(fake.inputsOf('session.changePassword')).toEqual([
    { oldPassword: 'Old-1', newPassword: 'New-12345', reNewPassword: 'New-12345' },
  ])
  await waitFor(() => expect(field(/^旧密码/).value).toBe(''))
})

it('keeps the typed text when the server refuses', async () => {
  const fake = aHost().on('session.changePassword', () => {
    throw new AppError('invalid', '旧密码不正确')
  })
  renderUi(<ChangePassword />, { host: fake, at: '/my/change-password' })
  for (const name of [/^旧密码/, /^新密码/, /^确认密码/]) await userEvent.type(field(name), 'New-12345')
  await save()
  await seen('旧密码不正确')
  expect(field(/^新密码/).value).toBe('New-12345')
})
