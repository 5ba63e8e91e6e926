import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNEL } from '#shared/contract/ipc.ts'
import { buildApp, type BuiltApp } from './buildApp.ts'
import { startSession, type Session } from './session.ts'

let app: BuiltApp
let main: Session
beforeAll(async () => {
  app = await buildApp(['main', 'preload'])
  main = await startSession(app.path)
})
afterAll(async () => {
  await main.end()
  await app.remove()
})

describe('the borders of the built main process (stand-in for Electron, not Electron itself)', () => {
  it('ask for a sandboxed, isolated page without Node', async () => {
    expect(await main.called('app.enableSandbox')).toHaveLength(1)
    const [[options] = []] = await main.called('new BrowserWindow')
    expect(options).toMatchObject({
      webPreferences: {
        preload: `${app.path}/out/preload/bridge.cjs`,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
      },
    })
    expect(await main.called('window.loadURL')).toEqual([['app://sitecraft/']])
  })

  it('serve the page under app:// with the policy and a nonce per answer', async () => {
    const [first, deep] = await Promise.all([
      main.ask('fetch', 'app://sitecraft/'),
      main.ask('fetch', 'app://sitecraft/template/list?x=1'),
    ])
    const nonce = /nonce="([^"]+)"/.exec(first.text)?.[1] ?? ''
    expect(nonce).not.toBe('')
    expect(first.headers['content-security-policy']).toContain(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'`,
    )
    expect(deep.status).toBe(200)
    expect(deep.text).not.toContain(nonce)
  })

  it('serve nothing else', async () => {
    expect((await main.ask('fetch', 'app://evil/')).status).toBe(404)
    expect((await main.ask('fetch', 'app://sitecraft/..%2f..%2fpackage.json')).status).toBe(404)
    expect((await main.ask('fetch', 'app://sitecraft/', 'POST')).status).toBe(405)
  })

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('keep the page at home on %s', async (name) => {
    expect(await main.ask('prevented', name, 'https://example.com/')).toBe(true)
    expect(await main.ask('prevented', name, 'file:///etc/passwd')).toBe(true)
    expect(await main.ask('prevented', name, 'app://sitecraft/login')).toBe(false)
  })

  it('open no window and no webview; https of a known site goes to the browser', async () => {
    for (const url of ['https://example.com/', 'file:///etc/passwd', 'smb://host/share', 'https://github.com/']) {
      expect(await main.ask('openWindow', url)).toEqual({ action: 'deny' })
    }
    expect(await main.ask('prevented', 'will-attach-webview', 'https://example.com/')).toBe(true)
    await main.awaitCall('shell.openExternal')
    expect(await main.called('shell.openExternal')).toEqual([['https://github.com/']])
  })

  it('grant no permission', async () => {
    for (const name of ['media', 'geolocation', 'notifications', 'clipboard-read', 'hid']) {
      expect(await main.ask('permission', name)).toEqual({ requested: false, checked: false, device: false })
    }
  })

  it.each([
    { url: 'https://example.com/', mainFrame: true },
    { url: 'app://evil/', mainFrame: true },
    { url: 'app://sitecraft/', mainFrame: false },
  ])('refuse messages from $url (main frame: $mainFrame)', async (sender) => {
    expect(await main.invoke('app.info', {}, sender)).toMatchObject({ ok: false, error: { code: 'forbidden' } })
    expect(await main.ask('invoke', CHANNEL.grant, [['/etc/passwd']], sender)).toMatchObject({ ok: false })
    const before = (await main.ask('sent')).length
    await main.ask('tell', CHANNEL.listen, sender)
    await main.invoke('settings.set', { editorFontSize: 20 })
    expect(await main.ask('sent')).toHaveLength(before)
  })

  it('answer every kind of bad message with an error, never a throw', async () => {
    expect(await main.invoke('fs.readFile')).toMatchObject({ ok: false, error: { code: 'unsupported' } })
    expect(await main.invoke(42)).toMatchObject({ ok: false, error: { code: 'invalid' } })
    expect(await main.invoke('settings.set', { theme: 'pink' })).toMatchObject({
      ok: false,
      error: { code: 'invalid' },
    })
    expect(await main.ask('invoke', CHANNEL.invoke, [])).toMatchObject({ ok: false, error: { code: 'invalid' } })
    expect(await main.ask('invoke', CHANNEL.invoke, ['app.info', {}, 'more'])).toMatchObject({ ok: false })
    expect(await main.ask('invoke', CHANNEL.grant, [['relative.txt']])).toMatchObject({ ok: false })
    expect(await main.ask('invoke', CHANNEL.grant, ['/etc/passwd'])).toMatchObject({ ok: false })
  })

  it('turn picked files into grants that do not show the path', async () => {
    const answer = await main.ask('invoke', CHANNEL.grant, [['/home/a/secret plan.zip', '/home/a/b.zip']])
    expect(answer).toMatchObject({ ok: true, data: [expect.any(String), expect.any(String)] })
    expect(JSON.stringify(answer)).not.toContain('secret')
  })
})
