import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { formatAppLink, toPageAddress } from '#shared/domain/appLink.ts'
import type { Connection } from '#shared/contract/host.ts'
import { App } from '#renderer/app/App.tsx'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'

const aConnection = (id: string, name: string, baseUrl: string): Connection => ({
  id,
  name,
  kind: 'remote',
  baseUrl,
  pathMap: {},
  certificate: '',
})
const here = aConnection('here', '总部', 'https://cms.example.com')
const there = aConnection('there', '分公司', 'https://branch.example.com/cms')

function signedIn(): FakeBridge {
  let connection = here
  let currentSiteId = 1
  return aHost()
    .on('session.status', () => aSession({ connection, currentSiteId }))
    .on('connections.list', () => ({ current: connection.id, connections: [here, there] }))
    .on('connections.use', () => {
      connection = there
      return aSession({ connection, currentSiteId })
    })
    .on('column.getTree', () => [])
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技')]))
    .on('workspaces.list', () => [])
    .on('session.setCurrentSite', ({ siteId }) => {
      currentSiteId = siteId
      return aSession({ connection, currentSiteId })
    })
}
const at = (href: string, server: string, siteId = 0): string => toPageAddress(formatAppLink({ href, server, siteId }))

describe('a link from outside', () => {
  it('opens its screen on its site', async () => {
    const host = signedIn()
    renderUi(<App />, { host, at: at('/settings', 'https://CMS.example.com/', 2) })
    await screen.findByRole('heading', { name: '设置' }, { timeout: 30_000 })
    expect(address()).toBe('/settings')
    await waitFor(() => expect(host.inputsOf('session.setCurrentSite')).toEqual([{ siteId: 2 }]))
  })

  it('to another server is asked about, and then opened there', async () => {
    const host = signedIn()
    renderUi(<App />, { host, at: at('/settings', there.baseUrl) })
    await screen.findByText(/链接属于“分公司”（https:\/\/branch\.example\.com\/cms）。当前使用的是“总部”/)
    expect(host.inputsOf('connections.use')).toEqual([])
    await userEvent.setup().click(screen.getByRole('button', { name: '切换并打开' }))
    await screen.findByRole('heading', { name: '设置' })
    expect(host.inputsOf('connections.use')).toEqual([{ id: 'there' }])
  })

  it.each([
    [
      'a server that is not known',
      at('/settings', 'https://evil.example'),
      /https:\/\/evil\.example，该服务器不在已保存的连接中/,
    ],
    ['a screen that is not there', at('/nowhere/else', ''), /链接指向的页面不存在/],
    ['a screen that is none of the shell', at('/login', ''), /链接指向的页面不存在/],
    ['a script', '/open/settings?x=<script>alert(1)</script>', /不正确|无法识别/],
    ['100 kB', `/open/settings?x=${'a'.repeat(100_000)}`, /链接超过 2000 个字/],
  ])('with %s is refused in plain words', async (_what, address, text) => {
    renderUi(<App />, { host: signedIn(), at: address })
    expect((await screen.findByRole('alert')).textContent).toMatch(text)
    expect(screen.queryByRole('navigation', { name: '打开的页面' })).toBeNull()
  })

  it('asks for the sign-in first where there is none, and comes back', async () => {
    const host = signedIn()
      .on('session.status', () => aSession({ state: 'signed-out', connection: here }))
      .on('account.captcha', () => ({ base64Image: 'data:,', codeKey: 'k' }))
    renderUi(<App />, { host, at: at('/settings', here.baseUrl) })
    await waitFor(() => expect(address()).toMatch(/^\/login\?redirect=%2Fopen%2Fsettings/))
  })
})
