import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aSignedOutSession } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { Login } from '../login/Login.tsx'
import { Register } from './Register.tsx'

const host = (): FakeBridge =>
  aHost()
    .on('session.status', () => aSignedOutSession())
    .on('registration.state', () => ({ isOpen: true }))
    .on('registration.sendPhoneCode', () => null)
    .on('registration.register', () => null)
const field = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' })
const type = async (name: RegExp, text: string) => userEvent.type(await field(name), text)
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

describe('registering', () => {
  it('sends what was typed and goes on to sign in [C-024] [C-026] [C-188]', async () => {
    const fake = host()
    renderUi(<Register />, { host: fake, at: '/register' })
    await type(/^用户名/, ' 新人 ')
    await type(/^手机号/, '13800138000')
    await type(/^手机验证码/, '123456')
    await type(/^密码/, 'secret-1')
    await press('注册')
    await waitFor(() => expect(address()).toBe('/login'))
    expect(fake.inputsOf('registration.register')).toEqual([
      { username: '新人', phone: '13800138000', phoneCode: '123456', password: 'secret-1' },
    ])
  })

  it('leaves the name at the sign-in, and says who has the code when no message comes', async () => {
    const pages = (
      <Routes>
        <Route path="/register" element={<Register />} />
        <Route path="/login" element={<Login />} />
      </Routes>
    )
    const fake = host().on('account.captcha', () => ({ base64Image: 'data:,', codeKey: 'k' }))
    renderUi(pages, { host: fake, at: '/register' })
    await type(/^用户名/, '新人')
    await type(/^手机号/, '13800138000')
    await press('获取验证码')
    await screen.findByText('未收到短信时，请联系管理员获取验证码')
    await type(/^手机验证码/, '123456')
    await type(/^密码/, 'secret-1')
    await press('注册')
    await screen.findByRole('heading', { name: '登录' })
    expect((await field(/^用户名/)).value).toBe('新人')
  })

  it('leads to signing in [C-026]', async () => {
    renderUi(<Register />, { host: host(), at: '/register' })
    await userEvent.click(await screen.findByText('已有账号，登录'))
    expect(address()).toBe('/login')
  })

  it('shows the error at the field [C-254] [C-255] [C-256] [C-258] [C-259] [C-260]', async () => {
    const fake = host()
    renderUi(<Register />, { host: fake, at: '/register' })
    await field(/^用户名/)
    await press('注册')
    for (const message of ['请输入用户名', '请输入手机号', '请输入手机验证码', '请输入密码'])
      await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(0))
    await type(/^手机号/, '1380013800')
    await type(/^密码/, '12345')
    await press('注册')
    await waitFor(() => expect(screen.getAllByText('请输入正确的手机号').length).toBeGreaterThan(0))
    expect(screen.getAllByText('密码不能少于6位').length).toBeGreaterThan(0)
    expect(fake.inputsOf('registration.register')).toEqual([])
  })

  it('takes no more than 11 characters of a number, and asks for a code with a right one alone [C-257] [C-358]', async () => {
    const fake = host()
    renderUi(<Register />, { host: fake, at: '/register' })
    await type(/^手机号/, '1280013800099')
    expect((await field(/^手机号/)).value).toBe('12800138000')
    await press('获取验证码')
    await screen.findByText('请输入正确的手机号')
    expect(fake.inputsOf('registration.sendPhoneCode')).toEqual([])
  })

  it('counts 60 seconds down before another code can be asked for [C-025]', async () => {
    const fake = host()
    renderUi(<Register />, { host: fake, at: '/register' })
    await type(/^手机号/, '13800138000')
    await press('获取验证码')
    const button = await screen.findByRole('button', { name: /^(60|59) 秒后重新获取$/ })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(await field(/^手机验证码/))
    await userEvent.click(button)
    expect(fake.inputsOf('registration.sendPhoneCode')).toEqual([{ phone: '13800138000' }])
    await screen.findByRole('button', { name: /^5[0-8] 秒后重新获取$/ }, { timeout: 5000 })
  })

  it('keeps the typed text when the server refuses, and may ask again at once', async () => {
    const fake = host()
      .on('registration.sendPhoneCode', () => {
        throw new AppError('too-many', '验证码已发送，请 30 秒后再获取')
      })
      .on('registration.register', () => {
        throw new AppError('invalid', '手机验证码不正确')
      })
    renderUi(<Register />, { host: fake, at: '/register' })
    await type(/^用户名/, '新人')
    await type(/^手机号/, '13800138000')
    await press('获取验证码')
    await screen.findByText('验证码已发送，请 30 秒后再获取')
    expect(screen.getByRole('button', { name: '获取验证码' }).getAttribute('aria-disabled')).toBeNull()
    await type(/^手机验证码/, '123456')
    await type(/^密码/, 'secret-1')
    await press('注册')
    await screen.findByText('手机验证码不正确')
    expect((await field(/^用户名/)).value).toBe('新人')
    expect((await field(/^密码/)).value).toBe('secret-1')
  })

  it('says that it is closed, and signing in offers it only where it is open', async () => {
    const closed = host()
      .on('registration.state', () => ({ isOpen: false }))
      .on('account.captcha', () => ({ base64Image: 'data:,', codeKey: 'k' }))
    const { unmount } = renderUi(<Register />, { host: closed, at: '/register' })
    await screen.findByText('管理员未开启注册，请联系管理员开通账号。')
    expect(screen.queryByRole('button', { name: '注册' })).toBeNull()
    unmount()
    const signIn = renderUi(<Login />, { host: closed, at: '/login' })
    await waitFor(() => expect(closed.inputsOf('registration.state').length).toBeGreaterThan(1))
    expect(screen.queryByText('注册账号')).toBeNull()
    signIn.unmount()
    renderUi(<Login />, { host: closed.on('registration.state', () => ({ isOpen: true })), at: '/login' })
    await userEvent.click(await screen.findByText('注册账号'))
    expect(address()).toBe('/register')
  })
})
