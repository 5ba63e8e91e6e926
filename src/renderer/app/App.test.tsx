import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { useRead } from '#renderer/data/useRead.ts'
import { AppError } from '#shared/errors/index.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aSession, aSignedOutSession, aSite, pageOf } from '#tests/builders/session.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { App } from './App.tsx'

function signedIn(): FakeBridge {
  let currentSiteId = 1
  return aHost()
    .on('session.status', () => aSession({ currentSiteId }))
    .on('column.getTree', () => [])
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技')]))
    .on('workspaces.list', () => [])
    .on('session.setCurrentSite', ({ siteId }) => {
      currentSiteId = siteId
      return aSession({ currentSiteId })
    })
}

const tabs = (): HTMLElement => screen.getByRole('navigation', { name: '打开的页面' })
const tab = (name: string): HTMLElement => within(tabs()).getByRole('button', { name })
const settings = (): HTMLElement => screen.getByRole('heading', { name: '设置' })

async function open(host = signedIn(), at = '/'): Promise<ReturnType<typeof userEvent.setup>> {
  renderUi(<App />, { host, at })
  await screen.findByRole('navigation', { name: '打开的页面' })
  return userEvent.setup()
}

async function openSettings(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.click(screen.getByRole('button', { name: /^搜索功能/ }))
  await user.type(
    await screen.findByRole('searchbox', { name: '搜索功能、内容、文件、人员', hidden: true }),
    '设置{Enter}',
  )
  await screen.findByRole('heading', { name: '设置' })
}

// The first visit of a screen waits for its code, which a synchronous test event can't.
beforeAll(async () => {
  renderUi(<App />, { host: signedIn(), at: '/settings' })
  await screen.findByRole('heading', { name: '设置' }, { timeout: 30_000 })
  cleanup()
  sessionStorage.clear()
})
afterEach(() => void vi.useRealTimers())

describe('the window', () => {
  it('leads / to the home page, in Chinese', async () => {
    await open()
    await screen.findByRole('heading', { name: /好，admin$/ })
    expect(address()).toBe('/index')
    await waitFor(() => expect(screen.getAllByText('集团官网').length).toBeGreaterThan(0))
  })

  it('leads there again when it comes back to / before anything was drawn', async () => {
    // As signing in on a slow machine did: the page left / and the sign-in led to / once more, in one step.
    function Again() {
      const navigate = useNavigate()
      const isThere = useRead('session.status', {}, { quiet: true }).data !== undefined
      useEffect(() => {
        if (isThere) void navigate('/', { replace: true })
      }, [isThere, navigate])
      return null
    }
    const both = (
      <>
        <App />
        <Again />
      </>
    )
    renderUi(both, { host: signedIn(), at: '/' })
    await screen.findByRole('heading', { name: /好，admin$/ })
    await waitFor(() => expect(address()).toBe('/index'))
  })

  it('goes to a screen by a part of its name with Ctrl+K', async () => {
    const user = await open()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(
      await screen.findByRole('searchbox', { name: '搜索功能、内容、文件、人员', hidden: true }),
      '设{Enter}',
    )
    await screen.findByRole('heading', { name: '设置' })
    expect(address()).toBe('/settings')
  })

  it('shows the 404 page at an unknown address', async () => {
    renderUi(<App />, { host: signedIn(), at: '/nowhere' })
    await screen.findByText('抱歉!')
    expect(address()).toBe('/404')
  })

  it('shows the 403 page to an account without a role [A-013]', async () => {
    const host = signedIn().on('session.status', () => aSession({ groupId: 9 }))
    renderUi(<App />, { host, at: '/' })
    expect(await screen.findByText('当前账号没有操作角色，请联系管理员分配。')).toBeTruthy()
  })

  it('asks for a sign-in, and for a connection before that', async () => {
    const host = signedIn()
      .on('session.status', () => aSignedOutSession())
      .on('account.captcha', () => ({ base64Image: 'data:,', codeKey: 'k' }))
    renderUi(<App />, { host, at: '/settings' })
    await screen.findByRole('heading', { name: '登录' })
    expect(address()).toBe('/login?redirect=%2Fsettings')
    act(() => host.emit('session.changed', aSignedOutSession({ state: 'none', connection: null })))
    expect(screen.getByRole('heading', { name: '登录' })).toBeTruthy()
  })

  it('says when the server can not be reached, and asks again for what is shown when it is back', async () => {
    const host = signedIn()
    await open(host)
    await waitFor(() => expect(host.inputsOf('workspaces.list')).toHaveLength(1))
    act(() => host.emit('connectivity.changed', { online: false, message: '还有 2 处改动等待同步' }))
    expect(screen.getByText('还有 2 处改动等待同步')).toBeTruthy()
    act(() => host.emit('connectivity.changed', { online: false, message: '' }))
    expect(screen.getByText(/无法连接服务器/)).toBeTruthy()
    act(() => host.emit('connectivity.changed', { online: true, message: '' }))
    expect(screen.queryByText(/无法连接服务器/)).toBeNull()
    await waitFor(() => expect(host.inputsOf('workspaces.list').length).toBeGreaterThan(1))
  })

  it('changes the current site in the header [A-223] [A-310]', async () => {
    const host = signedIn()
    const user = await open(host)
    await user.click(await screen.findByRole('combobox', { name: '当前站点' }))
    await user.click(await screen.findByRole('option', { name: '海洋科技' }))
    await waitFor(() => expect(screen.getByRole('combobox', { name: '当前站点' }).textContent).toBe('海洋科技'))
    expect(host.inputsOf('session.setCurrentSite')).toEqual([{ siteId: 2 }])
    // A·§9: site selectors ask for one page of 200.
    expect(host.inputsOf('site.page')[0]).toMatchObject({ page: 1, size: 200 })
  })
})

describe('the page tabs', () => {
  it('come to the front as they were left from the quick entries of the home page too', async () => {
    const user = await open(signedIn(), '/data/resource?q=x')
    await screen.findByRole('heading', { name: '资源库' })
    await user.click(tab('首页'))
    await screen.findByRole('heading', { name: /好，admin$/ })
    const quick = screen.getByRole('navigation', { name: '快捷入口' })
    await user.click(within(quick).getByRole('button', { name: /^资源库/ }))
    expect(address()).toBe('/data/resource?q=x')
  })

  it('keep a page while another is in front [A-016]', async () => {
    const user = await open()
    await openSettings(user)
    const before = settings()
    await user.click(tab('首页'))
    await screen.findByRole('heading', { name: /好，admin$/ })
    expect(screen.queryByRole('heading', { name: '设置' })).toBeNull()
    await user.click(tab('设置'))
    await waitFor(() => expect(settings()).toBe(before))
  })

  it('are not refreshed within 500 ms of their load, and are refreshed later [A-017]', async () => {
    // The time of day stands still: on a busy machine the clicks alone take longer than that.
    vi.useFakeTimers({ toFake: ['Date'] })
    const host = signedIn()
    const user = await open(host)
    await waitFor(() => expect(host.inputsOf('workspaces.list')).toHaveLength(1))
    await openSettings(user)
    vi.setSystemTime(Date.now() + 499)
    await user.click(tab('首页'))
    await user.click(tab('设置'))
    expect(host.inputsOf('workspaces.list')).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1)
    await user.click(tab('首页'))
    await waitFor(() => expect(host.inputsOf('workspaces.list')).toHaveLength(2))
    await user.click(tab('设置'))
    await user.click(tab('首页'))
    expect(host.inputsOf('workspaces.list')).toHaveLength(2)
  })

  it('close with the neighbour coming to the front, and open fresh again', async () => {
    const user = await open()
    await openSettings(user)
    const before = settings()
    await user.click(within(tabs()).getByRole('button', { name: '关闭 设置' }))
    await waitFor(() => expect(within(tabs()).queryByRole('button', { name: '设置' })).toBeNull())
    expect(address()).toBe('/index')
    await openSettings(user)
    expect(settings()).not.toBe(before)
  })

  it('have no close button on the pinned home page', async () => {
    await open()
    expect(within(tabs()).queryByRole('button', { name: '关闭 首页' })).toBeNull()
  })

  it('come back after the window was loaded again, for the same account only', async () => {
    const user = await open()
    await openSettings(user)
    document.body.replaceChildren()
    await open(signedIn())
    expect(tab('设置')).toBeTruthy()
    document.body.replaceChildren()
    await open(signedIn().on('session.status', () => aSession({ username: 'editor' })))
    expect(within(tabs()).queryByRole('button', { name: '设置' })).toBeNull()
  })

  it('survive an expired session: after signing in again the page is as it was left', async () => {
    const host = signedIn()
      .on('account.captcha', () => ({ base64Image: 'data:,', codeKey: 'k' }))
      .on('session.signIn', () => aSession())
    const user = await open(host)
    await openSettings(user)
    // The search, which hid it, may still be going.
    const before = await screen.findByRole('heading', { name: '设置' })
    act(() => host.emit('session.changed', aSession({ state: 'expired' })))
    await screen.findByText('登录超时，请重新登录！')
    expect(address()).toBe('/login?exit=true&redirect=%2Fsettings')
    await user.type(screen.getByLabelText('密码', { selector: 'input' }), 'secret-1')
    await user.type(screen.getByLabelText('验证码', { selector: 'input' }), 'ab12{Enter}')
    await waitFor(() => expect(settings()).toBe(before))
  })
})

describe('a failed call', () => {
  it('shows the server message once, as an error toast [A-285]', async () => {
    const host = signedIn().on('settings.set', () => {
      throw new AppError('forbidden', '没有权限修改设置')
    })
    const user = await open(host)
    await user.click(screen.getByRole('button', { name: '收起导航' }))
    await user.click(screen.getByRole('button', { name: '收起导航' }))
    await screen.findByText('没有权限修改设置')
    expect(screen.getAllByText('没有权限修改设置')).toHaveLength(1)
  })
})
