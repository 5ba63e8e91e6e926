import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Connection } from '#shared/contract/host.ts'
import { AppError } from '#shared/errors/index.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aSession, aSignedOutSession, builtinConnection } from '#tests/builders/session.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { Connect } from './Connect.tsx'

const remote: Connection = {
  id: 'r1',
  name: '集团服务器',
  kind: 'remote',
  baseUrl: 'https://cms.example.com',
  pathMap: {},
  certificate: '',
}

/** The first run: no connection is chosen yet. */
function firstRun(kept: Connection[] = []): FakeBridge {
  const connections = [builtinConnection, ...kept]
  return aHost()
    .on('session.status', () => aSignedOutSession({ state: 'none', connection: null }))
    .on('connections.list', () => ({ current: '', connections: [...connections] }))
    .on('connections.use', ({ id }) =>
      id === 'builtin' ? aSession() : aSignedOutSession({ connection: connections.find((c) => c.id === id) ?? null }),
    )
    .on('connections.test', () => ({ own: true, version: '0.1.0', milliseconds: 12, certificate: '' }))
    .on('connections.save', (form) => {
      const saved: Connection = { ...form, id: form.id || 'new', kind: 'remote' }
      connections.push(saved)
      return saved
    })
    .on('connections.remove', ({ id }) => {
      connections.splice(
        connections.findIndex((c) => c.id === id),
        1,
      )
      return null
    })
}

async function openForm(host: FakeBridge): Promise<ReturnType<typeof userEvent.setup>> {
  const user = userEvent.setup()
  renderUi(<Connect />, { host, at: '/connect' })
  await user.click(await screen.findByRole('button', { name: /连接到服务器/ }))
  await screen.findByRole('dialog', { name: '连接到服务器' })
  return user
}
const field = (name: RegExp): HTMLElement => screen.getByRole('textbox', { name })

describe('choosing a server', () => {
  it('signs in to the built-in server with one click', async () => {
    const host = firstRun()
    renderUi(<Connect />, { host, at: '/connect' })
    await userEvent.click(await screen.findByRole('button', { name: /使用内置服务器/ }))
    await waitFor(() => expect(address()).toBe('/'))
    expect(host.inputsOf('connections.use')).toEqual([{ id: 'builtin' }])
  })

  it('tests another server before it is kept, and then lists it', async () => {
    const host = firstRun()
    const user = await openForm(host)
    await user.type(field(/连接名称/), '分公司')
    await user.type(field(/服务器地址/), 'https://cms.example.com')
    await user.click(screen.getByRole('button', { name: '测试并保存' }))
    await screen.findByRole('button', { name: '使用 分公司' })
    expect(host.calls.map((call) => call.name).filter((name) => /test|save/.test(name))).toEqual([
      'connections.test',
      'connections.save',
    ])
  })

  it('shows why a server can not be used, keeps the typed text, and saves nothing', async () => {
    const host = firstRun().on('connections.test', () => {
      throw new AppError('no-response', '服务器 cms.example.com 拒绝连接')
    })
    const user = await openForm(host)
    await user.type(field(/连接名称/), '分公司')
    await user.type(field(/服务器地址/), 'https://cms.example.com')
    await user.click(screen.getByRole('button', { name: '测试并保存' }))
    await screen.findByText('服务器 cms.example.com 拒绝连接')
    expect(field(/服务器地址/)).toHaveProperty('value', 'https://cms.example.com')
    expect(host.inputsOf('connections.save')).toEqual([])
  })

  it('refuses an address that is no address', async () => {
    const host = firstRun()
    const user = await openForm(host)
    await user.type(field(/连接名称/), '分公司')
    await user.type(field(/服务器地址/), 'cms')
    await user.click(screen.getByRole('button', { name: '测试并保存' }))
    await waitFor(() => expect(screen.getAllByText(/^服务器地址应以 http/).length).toBeGreaterThan(0))
    expect(host.inputsOf('connections.test')).toEqual([])
  })

  it('shows the fingerprint of a self-signed certificate and keeps it once it is accepted', async () => {
    const host = firstRun().on('connections.test', ({ certificate }) => {
      if (certificate === 'AA:BB') return { own: false, version: '', milliseconds: 5, certificate }
      throw new AppError('bad-certificate', '服务器使用自签名证书', {
        details: { fact: { kind: 'request', fingerprint: 'AA:BB' } },
      })
    })
    const user = await openForm(host)
    await user.type(field(/连接名称/), '内网')
    await user.type(field(/服务器地址/), 'https://10.0.0.1')
    await user.click(screen.getByRole('button', { name: '测试连接' }))
    await screen.findByText('SHA-256 AA:BB')
    await user.click(screen.getByRole('button', { name: '接受此证书' }))
    await screen.findByText('连接成功')
    await user.click(screen.getByRole('button', { name: '测试并保存' }))
    await waitFor(() => expect(host.inputsOf('connections.save')[0]).toMatchObject({ certificate: 'AA:BB' }))
  })

  it('keeps a path map', async () => {
    const host = firstRun()
    const user = await openForm(host)
    await user.type(field(/连接名称/), '旧系统')
    await user.type(field(/服务器地址/), 'https://old.example.com')
    await user.click(screen.getByRole('button', { name: '路径映射（可选）' }))
    await user.click(screen.getByRole('button', { name: '添加一行' }))
    await user.selectOptions(screen.getByLabelText('接口'), 'template.list')
    await user.type(screen.getByLabelText('路径'), 'api/tpl/list')
    await user.click(screen.getByRole('button', { name: '测试并保存' }))
    await waitFor(() =>
      expect(host.inputsOf('connections.save')[0]).toMatchObject({ pathMap: { 'template.list': 'api/tpl/list' } }),
    )
  })

  it('uses and removes kept connections', async () => {
    const host = firstRun([remote])
    const user = userEvent.setup()
    renderUi(<Connect />, { host, at: '/connect' })
    await user.click(await screen.findByRole('button', { name: '删除 集团服务器' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消' }))
    expect(host.inputsOf('connections.remove')).toEqual([])
    await user.click(screen.getByRole('button', { name: '使用 集团服务器' }))
    await waitFor(() => expect(address()).toBe('/login'))
  })

  it('offers only what the administrator has left, and no change of it', async () => {
    const host = firstRun().on('connections.list', () => ({
      current: '',
      connections: [remote],
      managed: { ids: [remote.id], locked: true, builtin: false },
    }))
    renderUi(<Connect />, { host, at: '/connect' })
    await screen.findByRole('button', { name: '使用 集团服务器' })
    expect(screen.getByText('由管理员设置')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /编辑|删除|连接到服务器|使用内置服务器/ })).toBeNull()
  })
})
