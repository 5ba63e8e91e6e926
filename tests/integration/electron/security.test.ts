import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNEL, type PickedFile } from '#shared/contract/ipc.ts'
import { PASSWORD, startCms } from '#tests/fakes/cms.ts'
import { buildApp, type BuiltApp } from './buildApp.ts'
import { startSession, type Session } from './session.ts'

const PIXELS = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe])
const picked = (path: string, place = ''): PickedFile => ({ path, name: basename(path), place })
const aGrantFor = (count: number): unknown => ({
  ok: true,
  code: 200,
  msg: '',
  data: Array.from({ length: count }, () => ({ grant: expect.any(String) as string })),
})

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

/** Connects to a server and answers the connection's id. */
async function signIn(baseUrl: string): Promise<string> {
  const saved = await main.invoke('connections.save', { name: '外部', baseUrl })
  const { id } = (saved as { data: { id: string } }).data
  await main.invoke('connections.use', { id })
  const who = { username: 'editor', password: PASSWORD, imageCodeKey: 'key-1', imageCodeValue: 'abcd' }
  expect(await main.invoke('session.signIn', who)).toMatchObject({ ok: true })
  return id
}

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

  it('stream a file of the connected server under app://, also in parts, and only what is passive', async () => {
    const cms = await startCms()
    cms.serveFile('files/song.mp3', Buffer.from('0123456789'), 'audio/mpeg')
    cms.serveFile('files/page.html', Buffer.from('<script>'), 'text/html')
    const id = await signIn(cms.baseUrl)
    const open = async (accessPath: string): Promise<string> => {
      const answer = await main.invoke('media.open', { accessPath })
      return `app://sitecraft${(answer as { data: { href: string } }).data.href}`
    }
    const song = await open('files/song.mp3')
    expect(await main.ask('fetch', song)).toMatchObject({ status: 200, text: '0123456789' })
    expect(await main.ask('fetch', song, 'GET', { range: 'bytes=4-6' })).toMatchObject({
      status: 206,
      text: '456',
      headers: {
        'content-range': 'bytes 4-6/10',
        'content-type': 'audio/mpeg',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/sandbox$/) as string,
      },
    })
    expect((await main.ask('fetch', await open('files/page.html'))).status).toBe(415)
    expect((await main.ask('fetch', 'app://sitecraft/media/AAAAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404)
    expect((await main.ask('fetch', song.replace('sitecraft', 'evil'))).status).toBe(404)
    const [[schemes] = []] = await main.called('protocol.registerSchemesAsPrivileged')
    expect(schemes).toMatchObject([{ scheme: 'app', privileges: { stream: true, secure: true } }])
    await main.invoke('connections.remove', { id })
    await cms.close()
  })

  it('show a preview of the connected server under app:// in a sandbox, with the pictures beside it', async () => {
    const cms = await startCms()
    const page = `api/sitecraft/preview/${'T'.repeat(32)}`
    cms.serveFile(page, Buffer.from('<p>预览</p>'), 'text/html')
    cms.serveFile('files/a.png', PIXELS, 'image/png')
    const id = await signIn(cms.baseUrl)
    const opened = await main.invoke('preview.open', { address: `${cms.baseUrl}/${page}` })
    const address = `app://sitecraft${(opened as { data: { href: string } }).data.href}`
    expect(await main.ask('fetch', address)).toMatchObject({
      status: 200,
      text: '<p>预览</p>',
      headers: { 'content-security-policy': expect.stringMatching(/frame-ancestors 'self'; sandbox$/) as string },
    })
    expect(await main.ask('fetch', new URL('../../../files/a.png', address).href)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' },
    })
    expect((await main.ask('fetch', address.replace('T', 'U'))).status).toBe(404)
    expect(await main.ask('prevented', 'will-frame-navigate', address)).toBe(false)
    await main.invoke('connections.remove', { id })
    await cms.close()
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

  it('let the page copy and fill the screen, and no frame of another address', async () => {
    for (const name of ['clipboard-sanitized-write', 'fullscreen']) {
      expect(await main.ask('permission', name)).toEqual({ requested: true, checked: true, device: false })
      const frame = { url: 'http://127.0.0.1:4000/', mainFrame: false }
      expect(await main.ask('permission', name, frame)).toMatchObject({ requested: false, checked: false })
    }
  })

  it('grant no other permission', async () => {
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
    expect(await main.ask('invoke', CHANNEL.grant, [[picked('/etc/passwd')]], sender)).toMatchObject({ ok: false })
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
    for (const wrong of [picked('relative.txt'), { ...picked('/a/b.css'), more: 1 }, picked('/a/b.css', '../b.css')]) {
      expect(await main.ask('invoke', CHANNEL.grant, [[wrong]])).toMatchObject({
        ok: false,
        error: { code: 'invalid' },
      })
    }
    expect(await main.ask('invoke', CHANNEL.grant, ['/etc/passwd'])).toMatchObject({ ok: false })
  })

  it('turn picked files into grants that do not show the path', async () => {
    const answer = await main.ask('invoke', CHANNEL.grant, [
      [picked('/home/a/secret plan.zip'), picked('/home/a/主题/css/b.css', '主题/css/b.css')],
    ])
    expect(answer).toEqual(aGrantFor(2))
    expect(JSON.stringify(answer)).not.toContain('secret')
  })

  it('take a file that exists in memory only once, and from nobody who was not told where', async () => {
    const memory = { path: '', name: '粘贴的图片.png', place: '' }
    const answer = await main.ask('invoke', CHANNEL.grant, [[picked('/a/b.png'), memory, memory, memory]])
    const { data } = answer as { data: { grant: string; sendTo?: string }[] }
    expect(data[0]).toEqual({ grant: expect.any(String) as string })
    const [here, there, third] = data.slice(1).map(({ sendTo = '' }) => `app://sitecraft${sendTo}`)
    const send = (url = '', headers = {}) => main.ask('fetch', url, 'POST', headers, PIXELS.toString('base64'))
    expect((await send(here, { origin: 'https://example.com' })).status).toBe(403)
    for (const url of [
      'app://sitecraft/grant',
      'app://sitecraft/grant?ticket=guessed',
      here?.replace('sitecraft', 'evil'),
    ])
      expect((await send(url)).status).toBeGreaterThanOrEqual(403)
    const taken = await send(here, { origin: 'app://sitecraft' })
    expect(JSON.parse(taken.text)).toMatchObject({ ok: true, data: { name: memory.name, size: PIXELS.length } })
    expect((await send(here)).status).toBe(403)
    const announced = await send(there, { 'content-length': String(5000 * 1024 * 1024 + 1) })
    expect(JSON.parse(announced.text)).toMatchObject({ ok: false, error: { code: 'too-large' } })
    expect((await main.ask('fetch', third ?? '')).text).not.toContain('grant')
    const folders = await readdir(join(main.dataDir, 'tmp'), { recursive: true })
    const kept = folders.filter((path) => path.endsWith('content'))
    expect(kept).toHaveLength(1)
    expect(await readFile(join(main.dataDir, 'tmp', kept[0] ?? ''))).toEqual(PIXELS)
  })
})
