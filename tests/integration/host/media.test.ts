import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startBrowserHost } from '#hosts/browserHost/host.ts'
import { createMedia } from '#services/transfers/media.ts'
import { type Cms, PASSWORD } from '#tests/fakes/cms.ts'
import { enterHost } from '#tests/setup/enterHost.ts'
import { testPorts } from '#tests/fakes/ports.ts'
import { runCms, tempFolder } from './harness.ts'

const FILM = Buffer.from(Array.from({ length: 1000 }, (_byte, i) => i % 251))

interface Tab {
  invoke(name: string, input: unknown): Promise<{ ok: boolean; data: { href: string }; error: { code: string } }>
  open(accessPath: string): Promise<string>
  get(path: string, headers?: Record<string, string>): Promise<Response>
}
let cms: Cms
let tab: Tab

/** A browser host with a signed-in page, connected to a server of files. */
beforeEach(async () => {
  cms = await runCms()
  const pageRoot = join(await tempFolder(), 'renderer')
  await mkdir(pageRoot)
  await writeFile(join(pageRoot, 'index.html'), '')
  const { launcher, secrets } = testPorts()
  const dataDir = await tempFolder()
  const print = () => undefined
  const running = await startBrowserHost({ dataDir, port: 0, version: '0', pageRoot, launcher, secrets, print })
  onTestFinished(() => running.close())
  const origin = `http://127.0.0.1:${running.port}`
  const entered = await enterHost(running.createLaunchAddress())
  const { cookie } = entered
  tab = {
    async invoke(name, input) {
      const headers = { ...entered, 'content-type': 'application/json' }
      const answer = await fetch(`${origin}/invoke`, { method: 'POST', headers, body: JSON.stringify({ name, input }) })
      return (await answer.json()) as Awaited<ReturnType<Tab['invoke']>>
    },
    open: async (accessPath) => (await tab.invoke('media.open', { accessPath })).data.href,
    get: (path, headers) => fetch(origin + path, { headers: { cookie, ...headers } }),
  }
  await connect(cms)
})

async function connect(to: Cms): Promise<void> {
  const { data } = await tab.invoke('connections.save', { name: `服务器 ${to.baseUrl}`, baseUrl: to.baseUrl })
  await tab.invoke('connections.use', { id: (data as unknown as { id: string }).id })
  const who = { username: 'editor', password: PASSWORD, imageCodeKey: 'key-1', imageCodeValue: 'abcd' }
  await tab.invoke('session.signIn', who)
}

/** Answers the address of a server of its own. */
async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

describe('a file of the server on the page’s own origin', () => {
  it('is read in parts, as often as wanted', async () => {
    cms.serveFile('files/a.mp4', FILM, 'video/mp4')
    const href = await tab.open('files/a.mp4')
    const whole = await tab.get(href)
    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, '1000'])
    expect(Buffer.from(await whole.arrayBuffer()).equals(FILM)).toBe(true)
    for (const [from, to] of [
      [0, 9],
      [500, 999],
      [990, 999],
      [0, 9],
    ] as const) {
      const part = await tab.get(href, { range: `bytes=${from}-${to}` })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe(`bytes ${from}-${to}/1000`)
      expect(Buffer.from(await part.arrayBuffer())).toEqual(FILM.subarray(from, to + 1))
    }
    expect((await tab.get(href, { range: 'bytes=1000-' })).status).toBe(416)
    expect((await tab.get(href, { range: 'bytes=0-1,5-6' })).status).toBe(200)
  })

  it('has one address as long as it is used, which nobody can guess and which needs the page’s cookie', async () => {
    cms.serveFile('files/a.png', FILM, 'image/png')
    const href = await tab.open('files/a.png')
    expect(href).toMatch(/^\/media\/[\w-]{24}$/)
    expect(await tab.open('files/a.png')).toBe(href)
    expect(await tab.open('files/b.png')).not.toBe(href)
    expect((await tab.get(href, { cookie: '' })).status).toBe(401)
    expect((await tab.get('/media/AAAAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404)
    expect((await tab.get('/media/files%2Fa.png')).status).toBe(404)
    expect(await tab.invoke('media.open', { accessPath: '' })).toMatchObject({ ok: false, error: { code: 'invalid' } })
  })

  it.each([
    ['page.html', 'text/html'],
    ['page.png', 'text/html; charset=utf-8'],
    ['app.js', 'text/javascript'],
    ['style.css', 'text/css'],
    ['page.xhtml', 'application/xhtml+xml'],
    ['data.xml', 'text/xml'],
    ['archive.zip', 'application/octet-stream'],
    ['page.html', 'application/octet-stream'],
  ])('is refused when it is %s as %s', async (path, type) => {
    cms.serveFile(path, Buffer.from('<script>alert(1)</script>'), type)
    const answer = await tab.get(await tab.open(path))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([415, 'text/plain; charset=utf-8'])
    expect(await answer.text()).not.toContain('script')
  })

  it.each([
    ['drawing.svg', 'image/svg+xml', 'image/svg+xml'],
    ['paper.pdf', 'application/pdf', 'application/pdf'],
    ['song.mp3', 'audio/mpeg', 'audio/mpeg'],
    ['old.MP4', 'application/octet-stream', 'video/mp4'],
  ])('can run nothing, even opened as a page of its own: %s', async (path, type, shownAs) => {
    cms.serveFile(path, Buffer.from('<svg onload="alert(1)"/>'), type)
    const { status, headers } = await tab.get(await tab.open(path))
    expect([status, headers.get('content-type')]).toEqual([200, shownAs])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toMatch(/; sandbox$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('shows why there is none: gone, signed out, another server', async () => {
    const href = await tab.open('files/none.png')
    const gone = await tab.get(href)
    expect([gone.status, await gone.text()]).toEqual([404, '服务器上没有该文件，可能已被删除'])
    cms.serveFile('files/none.png', FILM, 'image/png')
    expect((await tab.get(href)).status).toBe(200)
    const other = await runCms()
    other.serveFile('files/none.png', FILM, 'image/png')
    await connect(other)
    expect((await tab.get(href)).status).toBe(404)
    await tab.invoke('session.signOut', {})
    expect((await tab.get(href)).status).toBe(401)
  })

  it('is never one of another server, unless the connected one sends there', async () => {
    const asked: (string | undefined)[] = []
    const elsewhere = await listening((request, response) => {
      asked.push(request.url)
      response.writeHead(200, { 'content-type': 'image/png' }).end(FILM)
    })
    const refused = await tab.get(await tab.open(`${elsewhere}/secret.png`))
    expect([refused.status, await refused.text()]).toEqual([
      403,
      '文件不在所连接的服务器上，无法读取；请先将文件上传到资源库',
    ])
    const shown = (await tab.invoke('media.image', { accessPath: `${elsewhere}/secret.png` })).data
    expect(shown).toEqual({ dataUrl: '' })
    expect(asked).toEqual([])
    cms.redirect('files/a.png', `${elsewhere}/bucket.png`)
    expect((await tab.get(await tab.open('files/a.png'))).status).toBe(200)
    expect(asked).toEqual(['/bucket.png'])
  })

  it('is no longer read from the server once the page has gone away', async () => {
    let closed = false
    const endless = await listening((_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '10000000' })
      response.write(FILM)
      response.once('close', () => (closed = true))
    })
    cms.redirect('files/film.mp4', `${endless}/film.mp4`)
    const href = await tab.open('files/film.mp4')
    const answer = await tab.get(href)
    expect(answer.status).toBe(200)
    await answer.body?.cancel()
    await vi.waitFor(() => expect(closed).toBe(true))
  })
})

describe('the address of a file', () => {
  it('ends hours after its last use', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const hours = (count: number) => (now += count * 3600_000)
    const client = { connection: { id: 'x' }, open: async () => ({ type: 'text/html', stream: { destroy: () => 0 } }) }
    const media = createMedia({ client: async () => client as never, clock: { now: () => new Date(now) } })
    const href = await media.open('a.mp4')
    const status = async () => (await media.serve(href.slice('/media/'.length), {})).status
    hours(5)
    expect(await status()).toBe(415)
    hours(5)
    expect(await status()).toBe(415)
    hours(7)
    expect(await status()).toBe(404)
    expect(await media.open('a.mp4')).not.toBe(href)
  })
})
