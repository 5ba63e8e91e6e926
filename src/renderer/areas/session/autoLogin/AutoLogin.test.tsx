import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aSession } from '#tests/builders/session.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { AutoLogin } from './AutoLogin.tsx'

describe('the automatic sign-in', () => {
  it('shows a message while it waits, and goes to the redirect target with a valid token [C-020] [C-021]', async () => {
    let answer = (): void => {}
    const host = aHost().on('session.autoLogin', () => new Promise((resolve) => (answer = () => resolve(aSession()))))
    renderUi(<AutoLogin />, { host, at: '/auto-login?token=abc&redirect=%2Fsite%2Flist' })
    await screen.findByText('自动登录中... 请稍等')
    await waitFor(() => expect(host.inputsOf('session.autoLogin')).toEqual([{ token: 'abc', factorCode: '' }]))
    answer()
    await waitFor(() => expect(address()).toBe('/site/list'))
  })

  it('asks for a manual sign-in after an invalid token, and goes there [C-022] [C-023]', async () => {
    const host = aHost().on('session.autoLogin', () => {
      throw new AppError('unauthorized', 'token 无效')
    })
    renderUi(<AutoLogin />, { host, at: '/auto-login?token=old' })
    const alert = await screen.findByRole('alertdialog', { name: 'token无效' })
    expect(alert.textContent).toContain('请手动登录')
    expect(address()).toBe('/auto-login?token=old')
    await userEvent.click(within(alert).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(address()).toBe('/login?redirect=%2F'))
  })

  it('asks for the code of a second factor with the same token, again after a wrong one', async () => {
    const asked = { details: { fact: { kind: 'codeNeeded' as const, imageCodeKey: '', imageCodeValue: '' } } }
    const host = aHost().on('session.autoLogin', ({ factorCode }) => {
      if (factorCode === '') throw new AppError('forbidden', '还需要两步验证码', asked)
      if (factorCode !== '123456') throw new AppError('invalid', '验证码不正确', asked)
      return aSession()
    })
    renderUi(<AutoLogin />, { host, at: '/auto-login?token=abc&redirect=%2Fsite%2Flist' })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /两步验证码/ })
    await userEvent.type(field, '000000{Enter}')
    await screen.findByText('验证码不正确')
    await waitFor(() => expect(field.value).toBe(''))
    await userEvent.type(field, '123456{Enter}')
    await waitFor(() => expect(address()).toBe('/site/list'))
    expect(host.inputsOf('session.autoLogin').at(-1)).toEqual({ token: 'abc', factorCode: '123456' })
  })

  it('offers another try when the server is not there, because that says nothing about the token', async () => {
    let down = true
    const host = aHost().on('session.autoLogin', () => {
      if (down) throw new AppError('unavailable', '内置服务器正在启动，请稍候')
      return aSession()
    })
    renderUi(<AutoLogin />, { host, at: '/auto-login' })
    await screen.findByText('内置服务器正在启动，请稍候')
    down = false
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(address()).toBe('/'))
  })
})
