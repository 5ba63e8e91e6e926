import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aSettings } from '#tests/builders/settings.ts'
import { aSession } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { Settings } from './Settings.tsx'

/** A host that keeps what is set and tells it as the real one does. */
function keepingHost(): FakeBridge {
  const host = aHost()
  let kept = aSettings()
  return host
    .on('settings.get', () => kept)
    .on('settings.set', (change) => {
      kept = { ...kept, ...change }
      host.emit('settings.changed', kept)
      return kept
    })
}

async function open(host: FakeBridge): Promise<ReturnType<typeof userEvent.setup>> {
  renderUi(<Settings />, { host, at: '/settings' })
  await screen.findByRole('heading', { name: '外观' })
  return userEvent.setup()
}
const size = (): HTMLElement => screen.getByRole('spinbutton', { name: '代码编辑器字号' })

describe('the settings', () => {
  it('change the theme at once', async () => {
    const host = keepingHost()
    const user = await open(host)
    await user.click(screen.getByRole('radio', { name: '深色' }))
    expect(host.inputsOf('settings.set')).toEqual([{ theme: 'dark' }])
  })

  it('keep the editor text between 10 and 32 pixels', async () => {
    const host = keepingHost()
    const user = await open(host)
    await user.clear(size())
    await user.type(size(), '99{Tab}')
    expect(host.inputsOf('settings.set').at(-1)).toEqual({ editorFontSize: 32 })
    await user.clear(size())
    await user.type(size(), '3{Tab}')
    await waitFor(() => expect(host.inputsOf('settings.set').at(-1)).toEqual({ editorFontSize: 10 }))
  })

  it('take no text that is no number', async () => {
    const host = keepingHost()
    const user = await open(host)
    await user.clear(size())
    await user.type(size(), '大{Tab}')
    expect(host.inputsOf('settings.set')).toEqual([])
  })

  it('limit the uploads, and take 0 for no limit', async () => {
    const host = keepingHost()
    const user = await open(host)
    const limit = screen.getByRole('spinbutton', { name: '上传限速（KB/s）' })
    await user.clear(limit)
    await user.type(limit, '512{Tab}')
    await waitFor(() => expect(host.inputsOf('settings.set').at(-1)).toEqual({ uploadLimitKbps: 512 }))
    await user.clear(limit)
    await user.type(limit, '-5{Tab}')
    await waitFor(() => expect(host.inputsOf('settings.set').at(-1)).toEqual({ uploadLimitKbps: 0 }))
  })

  it('name server, account, version and data folder, and lead to the connections', async () => {
    const user = await open(aHost())
    for (const text of ['内置服务器', 'http://127.0.0.1:4000/', 'admin', '站匠 0.1.0', '/data']) {
      expect(await screen.findByText(text)).toBeTruthy()
    }
    expect(screen.queryByText(/钥匙串/)).toBeNull()
    await user.click(screen.getByRole('button', { name: '管理连接' }))
    expect(address()).toBe('/connect')
  })

  it('say plainly when the sign-in is not kept', async () => {
    await open(aHost().on('session.status', () => aSession({ remembered: false })))
    expect(await screen.findByText('本机没有可用的系统钥匙串，关闭程序后需要重新登录。')).toBeTruthy()
  })

  it('of a program without Electron say how it is shown, and whether it goes on without a window', async () => {
    const host = keepingHost()
    const user = await open(host)
    await user.click(await screen.findByRole('switch', { name: '关闭最后一个窗口后继续运行' }))
    await user.click(screen.getByRole('radio', { name: 'Chromium' }))
    await user.click(screen.getByRole('radio', { name: '在浏览器标签页中打开' }))
    expect(host.inputsOf('settings.set')).toEqual([
      { hostStays: true },
      { hostBrowser: 'chromium' },
      { hostWindow: 'tab' },
    ])
    // Neither means anything for a tab.
    await waitFor(() => expect(screen.queryByRole('switch', { name: '关闭最后一个窗口后继续运行' })).toBeNull())
  })

  it('show what the administrator has set, what of it is wrong, and let it not be changed', async () => {
    const origin = '/etc/sitecraft/policy.json'
    const host = keepingHost().on('policy.status', () => ({
      set: [{ name: 'UploadLimitKbps', title: '上传限速（KB/s）', value: '2048', origin }],
      problems: [{ name: 'Updates', title: '更新', origin, text: '“sometimes”：应为 on 或 off' }],
    }))
    await open(host)
    expect(await screen.findByRole('region', { name: '由管理员设置' })).toBeTruthy()
    expect(screen.getByText(`2048（${origin}）`)).toBeTruthy()
    expect(screen.getByText(/更新：“sometimes”：应为 on 或 off/)).toBeTruthy()
    await waitFor(() =>
      expect(screen.getByRole('spinbutton', { name: '上传限速（KB/s）' })).toHaveProperty('disabled', true),
    )
  })
})
