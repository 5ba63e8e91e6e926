import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startBrowserHost } from '#hosts/browserHost/host.ts'
import { testPorts } from '#tests/fakes/ports.ts'
import { PASSWORD } from '#tests/fakes/cms.ts'
import { enterHost } from '#tests/setup/enterHost.ts'
import { runCms, tempFolder } from './harness.ts'

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

async function run(dataDir?: string) {
  const folder = dataDir ?? (await tempFolder())
  const pageRoot = join(await tempFolder(), 'renderer')
  await mkdir(pageRoot)
  await writeFile(join(pageRoot, 'index.html'), '<meta nonce="__CSP_NONCE__">')
  const { launcher, secrets } = testPorts()
  const running = await startBrowserHost({
    dataDir: folder,
    port: 0,
    version: '0.0.0',
    pageRoot,
    launcher,
    secrets,
    print: () => undefined,
  })
  onTestFinished(() => running.close())
  // Answered once the start is over, so that no test hears its events.
  await running.host.invoke('settings.get', {})
  const origin = `http://127.0.0.1:${running.port}`
  // node:http, because fetch does not let a test choose Host, Origin and Cookie.
  const ask = (path: string, options: { method?: string; headers?: object; body?: string } = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = { ...options.headers }
      const target = { hostname: '127.0.0.1', port: running.port, path, method: options.method ?? 'GET', headers }
      const outgoing = request(target, (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          reject,
        )
      })
      outgoing.once('error', reject)
      outgoing.end(options.body)
    })
  const enter = () => enterHost(running.createLaunchAddress())
  const invokeAs = (entered: object) => async (name: string, input: unknown) => {
    const headers = { ...entered, 'content-type': 'application/json' }
    const { body } = await ask('/invoke', { method: 'POST', headers, body: JSON.stringify({ name, input }) })
    return JSON.parse(body) as { ok: boolean; data: never; error: { code: string } }
  }
  return { running, dataDir: folder, origin, ask, enter, invokeAs }
}

describe('the browser host', () => {
  it('opens with its launch address once; the page then reloads on the cookie, and a used address says what to do', async () => {
    const { running, ask } = await run()
    const launch = new URL(running.createLaunchAddress())
    expect(launch.hostname).toBe('127.0.0.1')
    const first = await ask(`/${launch.search}`)
    expect(first.status).toBe(303)
    expect(first.headers['location']).toMatch(/^\/#enter=[\w-]{32}$/)
    const used = await ask(`/${launch.search}`)
    expect(used).toMatchObject({ status: 401, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(used.body).toMatch(/<h1>打开地址已使用或已过期<\/h1>[^]*重新启动站匠/)
    expect(used.body).not.toContain('直接进入')
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    for (const path of ['/', '/template/list']) expect((await ask(path, { headers: { cookie } })).status).toBe(200)
    expect((await ask(`/${launch.search}`, { headers: { cookie } })).body).toContain('<a href="/">直接进入</a>')
    expect((await ask('/', { headers: { accept: 'text/html' } })).body).toContain('请从打开地址进入')
  })
  it('does nothing and tells nothing for the cookie alone, which pages of every port of this machine get', async () => {
    const { enter, ask, origin } = await run()
    const entered = await enter()
    const stolen = { cookie: entered.cookie, origin, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'app.info', input: {} })
    for (const path of ['/invoke', '/grant?name=a.css&path=', '/stream']) {
      expect((await ask(path, { method: 'POST', headers: stolen, body })).status, path).toBe(401)
      const guessed = { ...stolen, 'x-sitecraft-page': 'x'.repeat(43) }
      expect((await ask(path, { method: 'POST', headers: guessed, body })).status, path).toBe(401)
      expect((await ask(path, { method: 'POST', headers: { ...entered }, body })).status, path).not.toBe(401)
    }
    for (const path of ['/events', '/events/', '/events/guessed'])
      expect((await ask(path, { headers: stolen })).status, path).toBe(401)
    expect((await ask('/enter', { method: 'POST', headers: stolen, body: 'guessed' })).status).toBe(401)
  })
  it('serves the page under the strict policy with a nonce per answer', async () => {
    const { ask, enter } = await run()
    const { cookie } = await enter()
    const [one, two] = [await ask('/', { headers: { cookie } }), await ask('/', { headers: { cookie } })]
    const nonce = /nonce="([^"]+)"/.exec(one.body)?.[1] ?? 'none'
    expect(one.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect(two.body).not.toContain(nonce)
  })
  it('answers nobody else: no cookie, another host name, another origin', async () => {
    const { ask, enter, origin } = await run()
    const entered = await enter()
    const { origin: _own, ...page } = entered
    const body = JSON.stringify({ name: 'app.info', input: {} })
    const post = (headers: object) =>
      ask('/invoke', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
    expect((await post(entered)).status).toBe(200)
    expect((await post({ origin })).status).toBe(401)
    expect((await post(page)).status).toBe(403)
    expect((await post({ ...page, origin: 'http://evil.example' })).status).toBe(403)
    expect((await post({ ...entered, host: 'rebound.example' })).status).toBe(403)
    expect((await post({ ...entered, 'content-type': 'text/plain' })).status).toBe(415)
    for (const path of ['/', '/events', '/download/x', '/assets/x.js']) expect((await ask(path)).status).toBe(401)
  })
  it.each(['//[', '//', '//]:80/', '//a:b@[::1', '/%zz', '/\\\\..', '*', 'http://[/'])(
    'tells the sender of the address %s that it is none',
    async (path) => {
      const { ask, enter } = await run()
      const headers = { cookie: await enter() }
      const { status } = await ask(path, { headers })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    },
  )
  it('runs operations and answers even nonsense with a Result', async () => {
    const { ask, enter, invokeAs } = await run()
    const entered = await enter()
    expect(await invokeAs(entered)('app.info', {})).toMatchObject({ ok: true, data: { host: 'browser' } })
    expect(await invokeAs(entered)('no.such', {})).toMatchObject({ ok: false, error: { code: 'unsupported' } })
    const headers = { ...entered, 'content-type': 'application/json' }
    for (const body of ['{"name":', 'null', '[]', '""']) {
      const answer = await ask('/invoke', { method: 'POST', headers, body })
      expect(JSON.parse(answer.body)).toMatchObject({ ok: false })
    }
    const unannounced = { ...headers, 'transfer-encoding': 'chunked' }
    const still = await ask('/invoke', { method: 'POST', headers: unannounced, body: ' '.repeat(65 * 1024 * 1024) })
    expect(JSON.parse(still.body)).toMatchObject({ ok: false, error: { code: 'too-large' } })
    const announced = { ...headers, 'content-length': String(64 * 1024 * 1024 + 1) }
    const tooLarge = await ask('/invoke', { method: 'POST', headers: announced, body: '{}' })
    expect(JSON.parse(tooLarge.body)).toMatchObject({ ok: false, error: { code: 'too-large' } })
  })
  it('takes picked files as grants, keeps them until used, and clears what a dead run left', async () => {
    const dataDir = await tempFolder()
    await mkdir(join(dataDir, 'tmp', '999999999', 'file-x'), { recursive: true })
    const { running, ask, enter } = await run(dataDir)
    const headers = await enter()
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([String(process.pid)])
    const post = (name: string, path = '') =>
      ask(`/grant?${new URLSearchParams({ name, path })}`, { method: 'POST', headers, body: 'css' })
    const answer = JSON.parse((await post('样式.css')).body) as { data: { grant: string } }
    expect(answer).toMatchObject({ ok: true, data: { name: '样式.css', size: 3 } })
    expect(running.host.grants.file(answer.data.grant).name).toBe('样式.css')
    for (const name of ['', '../x.css', 'a/b.css']) {
      expect(JSON.parse((await post(name)).body)).toMatchObject({ ok: false, error: { code: 'invalid' } })
    }
    const placed = JSON.parse((await post('a.css', '主题/深/a.css')).body) as { data: { grant: string } }
    expect(running.host.grants.file(placed.data.grant).relativePath).toBe('主题/深/a.css')
    for (const path of [
      '../a.css',
      'x/../../a.css',
      '/a.css',
      'x//a.css',
      'x\\..\\a.css',
      'x/b.css',
      'x/a.css/',
      './a.css',
    ]) {
      expect(JSON.parse((await post('a.css', path)).body)).toMatchObject({ ok: false, error: { code: 'invalid' } })
    }
    await running.close()
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
  })
  it('streams a download under its own name, once', async () => {
    const { ask, enter, invokeAs } = await run()
    const cms = await runCms()
    const entered = await enter()
    const { cookie } = entered
    const invoke = invokeAs(entered)
    const saved = await invoke('connections.save', { name: '外部', baseUrl: cms.baseUrl })
    await invoke('connections.use', { id: (saved.data as { id: string }).id })
    await invoke('session.signIn', {
      username: 'editor',
      password: PASSWORD,
      imageCodeKey: 'key-1',
      imageCodeValue: 'abcd',
    })
    cms.on('api/cebest-cms/template/downloadFile', () => 'ticket/1')
    cms.serveFile('ticket/1', Buffer.from('bytes'), 'text/html')
    const { data } = await invoke('downloads.templateFile', { path: 'g', downloadFileName: '首页 (1).html' })
    const { href } = data as { href: string }
    const file = await ask(href, { headers: { cookie } })
    expect(file).toMatchObject({
      status: 200,
      body: 'bytes',
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': "attachment; filename*=UTF-8''%E9%A6%96%E9%A1%B5%20%281%29.html",
      },
    })
    expect((await ask(href, { headers: { cookie } })).status).toBe(404)
  })
})

describe('its event stream', () => {
  it('reaches every tab, and one that reconnects gets what it missed, once', async () => {
    const { enter, invokeAs } = await run()
    const entered = await enter()
    const invoke = invokeAs(entered)
    const open = (lastId?: string) => openStream(entered, lastId)
    const [one, two] = [await open(), await open()]
    await invoke('settings.set', { theme: 'dark' })
    await vi.waitFor(() => {
      for (const tab of [one, two]) expect(tab.data()).toMatchObject([{ payload: { theme: 'dark' } }])
    })
    const seen = one.lastId()
    one.close()
    await invoke('settings.set', { theme: 'light' })
    await invoke('settings.set', { editorFontSize: 18 })
    const back = await open(seen)
    await vi.waitFor(() =>
      expect(back.data()).toMatchObject([{ payload: { theme: 'light' } }, { payload: { editorFontSize: 18 } }]),
    )
    two.close()
    back.close()
  })
  it('leaves connections free when many tabs are open: further ones get their events by coming back', async () => {
    const { enter, invokeAs } = await run()
    const entered = await enter()
    const tabs = await Promise.all([1, 2, 3, 4].map(() => openStream(entered)))
    const fifth = await openStream(entered)
    await fifth.ended
    await invokeAs(entered)('settings.set', { theme: 'dark' })
    const back = await openStream(entered, fifth.lastId())
    await back.ended
    expect(back.data()).toMatchObject([{ payload: { theme: 'dark' } }])
    for (const tab of tabs) tab.close()
  })
  it('tells a page of an earlier run to ask for everything again', async () => {
    const { enter } = await run()
    const stream = await openStream(await enter(), 'deadbeef-7')
    await vi.waitFor(() => expect(stream.raw()).toContain('event: resync'))
    stream.close()
  })
})

type Entered = Awaited<ReturnType<typeof enterHost>>

async function openStream(entered: Entered, lastId?: string) {
  let raw = ''
  const asked = await fetch(`${entered.origin}/stream`, { method: 'POST', headers: entered })
  const { data } = (await asked.json()) as { data: { path: string } }
  const headers = { cookie: entered.cookie, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) }
  const outgoing = request(entered.origin + data.path, { headers })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  await new Promise<void>((resolve, reject) => {
    outgoing.once('error', reject)
    outgoing.once('response', (response) => {
      response.on('data', (chunk: Buffer) => (raw += chunk.toString()))
      response.on('error', () => undefined)
      response.on('close', end)
      resolve()
    })
    outgoing.end()
  })
  const lines = (prefix: string) =>
    raw
      .split('\n')
      .filter((line) => line.startsWith(prefix))
      .map((line) => line.slice(prefix.length))
  return {
    ended,
    raw: () => raw,
    data: () => lines('data: ').map((line) => JSON.parse(line) as { event: string; payload: object }),
    lastId: () => lines('id: ').at(-1),
    close: () => outgoing.destroy(),
  }
}
