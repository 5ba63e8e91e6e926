import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { KeychainStatus } from '#shared/contract/keychain.ts'
import { AppError } from '#shared/errors/index.ts'
import { anAppInfo } from '#tests/builders/appInfo.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aSession, aSignedOutSession } from '#tests/builders/session.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { Login } from './Login.tsx'

/** A host where nobody is signed in; each captcha has its own key. */
function signedOutHost(): FakeBridge {
  let captchas = 0
  return aHost()
    .on('session.status', () => aSignedOutSession())
    .on('account.captcha', () => {
      captchas += 1
      return { base64Image: `data:image/png;base64,c${captchas}`, codeKey: `key-${captchas}` }
    })
}

const field = (name: string): HTMLInputElement => screen.getByLabelText(name, { selector: 'input' })
const captcha = (): HTMLElement => screen.getByRole('button', { name: '验证码图片，点击换一张' })
const image = (): string => captcha().querySelector('img')?.src ?? ''

async function open(host: FakeBridge, at = '/login'): Promise<ReturnType<typeof userEvent.setup>> {
  renderUi(<Login />, { host, at })
  await waitFor(() => expect(image()).not.toBe(''))
  return userEvent.setup()
}

async function fill(user: ReturnType<typeof userEvent.setup>, last = ''): Promise<void> {
  await user.type(field('用户名'), '  editor ')
  await user.type(field('密码'), ' secret-1 ')
  await user.type(field('验证码'), ` ab12 ${last}`)
}

describe('signing in', () => {
  it('asks for a captcha of the stated size and shows it [C-354] [C-012]', async () => {
    const host = signedOutHost()
    await open(host)
    expect(host.inputsOf('account.captcha')).toEqual([{ height: 30, length: 4, width: 150, charType: 3, imageType: 1 }])
    expect(image()).toContain('c1')
    for (const name of ['用户名', '密码', '验证码']) expect(field(name)).toBeTruthy()
    expect(screen.getByRole('button', { name: '登录' })).toBeTruthy()
  })

  it('shows and hides the password [C-013]', async () => {
    const user = await open(signedOutHost())
    expect(field('密码').type).toBe('password')
    await user.click(screen.getByRole('button', { name: '显示密码' }))
    expect(field('密码').type).toBe('text')
    await user.click(screen.getByRole('button', { name: '隐藏密码' }))
    expect(field('密码').type).toBe('password')
  })

  it('fetches another captcha on a click [C-014]', async () => {
    const user = await open(signedOutHost())
    await user.click(captcha())
    await waitFor(() => expect(image()).toContain('c2'))
  })

  it('sends trimmed inputs on Enter and goes to the redirect target [C-015] [C-016] [C-019]', async () => {
    const host = signedOutHost().on('session.signIn', () => aSession({ username: 'editor' }))
    const user = await open(host, '/login?redirect=%2Fsite%2Ftemplate%2Flist')
    await fill(user, '{Enter}')
    await waitFor(() => expect(address()).toBe('/site/template/list'))
    expect(host.inputsOf('session.signIn')).toEqual([
      { username: 'editor', password: 'secret-1', imageCodeValue: 'ab12', imageCodeKey: 'key-1', factorCode: '' },
    ])
  })

  it('refreshes the captcha after a failure, stops loading, and keeps the typed text [C-018]', async () => {
    const host = signedOutHost().on('session.signIn', () => {
      throw new AppError('rejected', '帐户或密码不正确')
    })
    const user = await open(host)
    await fill(user, '{Enter}')
    await screen.findByText('帐户或密码不正确')
    await waitFor(() => expect(image()).toContain('c2'))
    await waitFor(() => expect(screen.getByRole('button', { name: '登录' }).getAttribute('aria-disabled')).toBeNull())
    expect(field('用户名').value.trim()).toBe('editor')
    expect(field('密码').value.trim()).toBe('secret-1')
    expect(field('验证码').value).toBe('')
  })

  it.each([
    ['用户名不能为空', {}],
    ['密码不能少于6位', { 用户名: 'editor', 密码: '12345' }],
    ['请输入验证码', { 用户名: 'editor', 密码: '123456' }],
  ])('says %s as a toast and at the field [C-251] [C-252] [C-253]', async (message, typed) => {
    const host = signedOutHost()
    const user = await open(host)
    for (const [name, value] of Object.entries(typed)) await user.type(field(name), value)
    await user.click(screen.getByRole('button', { name: '登录' }))
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2))
    expect(host.inputsOf('session.signIn')).toEqual([])
  })

  it('warns that the session has expired [C-017]', async () => {
    await open(signedOutHost(), '/login?exit=true')
    expect(screen.getByRole('alert').textContent).toBe('登录超时，请重新登录！')
  })

  it.each([
    ['the same account', 'editor', '/site/list'],
    ['another account', 'admin', '/'],
  ])('leads %s of an expired session to %s', async (_who, username, target) => {
    const host = signedOutHost()
      .on('session.status', () => aSession({ state: 'expired', username: 'editor' }))
      .on('session.signIn', () => aSession({ username }))
    const user = await open(host, '/login?exit=true&redirect=%2Fsite%2Flist')
    await user.type(field('用户名'), username)
    await user.type(field('密码'), 'secret-1')
    await user.type(field('验证码'), 'ab12{Enter}')
    await waitFor(() => expect(address()).toBe(target))
  })

  it('goes on with a second step for the code, with the captcha that the refusal brought', async () => {
    let asked = 0
    const needed = (code: 'forbidden' | 'invalid', message: string): AppError => {
      asked += 1
      const fact = { kind: 'codeNeeded' as const, imageCodeKey: `solved-${asked}`, imageCodeValue: `v${asked}` }
      return new AppError(code, message, { details: { fact } })
    }
    const host = signedOutHost().on('session.signIn', ({ factorCode }) => {
      if (factorCode === '') throw needed('forbidden', '还需要两步验证码')
      if (factorCode !== 'ABCDE-FGHJK') throw needed('invalid', '验证码不正确或已使用')
      return aSession({ username: 'editor' })
    })
    const user = await open(host, '/login?redirect=%2Fsite%2Flist')
    await fill(user, '{Enter}')
    const code = await screen.findByRole<HTMLInputElement>('textbox', { name: /两步验证码/ })
    expect(screen.queryByText('还需要两步验证码'), 'that is no failure').toBeNull()
    await user.type(code, '000000{Enter}')
    await screen.findByText('验证码不正确或已使用')
    await waitFor(() => expect(code.value).toBe(''))
    await user.type(code, 'ABCDE-FGHJK{Enter}')
    await waitFor(() => expect(address()).toBe('/site/list'))
    const typed = { username: 'editor', password: 'secret-1' }
    expect(host.inputsOf('session.signIn').slice(1)).toEqual([
      { ...typed, imageCodeKey: 'solved-1', imageCodeValue: 'v1', factorCode: '000000' },
      { ...typed, imageCodeKey: 'solved-2', imageCodeValue: 'v2', factorCode: 'ABCDE-FGHJK' },
    ])
  })

  it.each([
    ['the captcha is too old', new AppError('captcha', '验证码错误或已过期'), false],
    ['the account is locked', new AppError('locked', '登录失败次数过多'), false],
    ['the server does not answer', new AppError('no-response', '网络不通'), true],
  ])('at the second step, when %s, loses nothing that was typed', async (_case, error, stays) => {
    const fact = { kind: 'codeNeeded' as const, imageCodeKey: 'k', imageCodeValue: 'v' }
    const host = signedOutHost().on('session.signIn', ({ factorCode }) => {
      throw factorCode === '' ? new AppError('forbidden', '还需要两步验证码', { details: { fact } }) : error
    })
    const user = await open(host)
    await fill(user, '{Enter}')
    await user.type(await screen.findByRole('textbox', { name: /两步验证码/ }), '123456{Enter}')
    await screen.findByText(error.message)
    if (stays) await user.click(screen.getByRole('button', { name: '返回' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /两步验证码/ })).toBeNull())
    expect(field('用户名').value.trim()).toBe('editor')
    expect(field('密码').value.trim()).toBe('secret-1')
    expect(field('验证码').value).toBe('')
    await waitFor(() => expect(image()).toContain('c2'))
  })

  it('says when no keychain can keep the sign-in, why, and tries again', async () => {
    const status: KeychainStatus = { module: '@napi-rs/keyring', problem: '系统钥匙串已锁定，请解锁后重试。' }
    const host = signedOutHost()
      .on('app.info', () => anAppInfo({ keychain: { ...status } }))
      .on('app.retryKeychain', () => {
        status.problem = ''
        return status
      })
    const user = await open(host)
    expect(await screen.findByText('本机没有可用的系统钥匙串，关闭程序后需要重新登录。')).toBeTruthy()
    expect(screen.getByText('系统钥匙串已锁定，请解锁后重试。')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '重试钥匙串' }))
    expect(await screen.findByText('登录状态保存在系统钥匙串（@napi-rs/keyring）')).toBeTruthy()
    expect(screen.queryByText(/没有可用的系统钥匙串/)).toBeNull()
  })

  it('says which keychain keeps the sign-in, and when it lost the last one', async () => {
    const host = signedOutHost().on('session.status', () => ({ ...aSignedOutSession(), isTokenLost: true }))
    await open(host.on('app.info', () => anAppInfo()))
    expect(await screen.findByText('登录状态保存在系统钥匙串（keytar）')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('可能已被删除')
  })
})
