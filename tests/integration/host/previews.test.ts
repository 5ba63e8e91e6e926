import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startBrowserHost } from '#hosts/browserHost/host.ts'
import { createPreviews } from '#services/transfers/previews.ts'
import { type Cms, PASSWORD } from '#tests/fakes/cms.ts'
import { enterHost } from '#tests/setup/enterHost.ts'
import { testPorts } from '#tests/fakes/ports.ts'
import { runCms, tempFolder } from './harness.ts'

const TICKET = 'T'.repeat(32)
const PAGE = `api/sitecraft/preview/${TICKET}`

let cms: Cms
let origin: string
let invoke: (name: string, input: unknown) => Promise<{ data: { href: string; id: string }; error: { code: string } }>

/** A browser host with a signed-in page, connected to a server that keeps one preview. */
beforeEach(async () => {
  cms = await runCms()
  cms.serveFile(PAGE, Buffer.from('<!doctype html><img src="../../../files/a.png">'), 'text/html; charset=utf-8')
  cms.serveFile('files/a.png', Buffer.from('0123456789'), 'image/png')
  const pageRoot = join(await tempFolder(), 'renderer')
  await mkdir(pageRoot)
  await writeFile(join(pageRoot, 'index.html'), '')
  const { launcher, secrets } = testPorts()
  const dataDir = await tempFolder()
  const print = () => undefined
  const running = await startBrowserHost({ dataDir, port: 0, version: '0', pageRoot, launcher, secrets, print })
  onTestFinished(() => running.close())
  origin = `http://127.0.0.1:${running.port}`
  const entered = await enterHost(running.createLaunchAddress())
  invoke = async (name, input) => {
    const headers = { ...entered, 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/invoke`, { method: 'POST', headers, body: JSON.stringify({ name, input }) })
    return (await answer.json()) as Awaited<ReturnType<typeof invoke>>
  }
  await connect(cms)
})

async function connect(to: Cms): Promise<void> {
  const { data } = await invoke('connections.save', { name: `服务器 ${to.baseUrl}`, baseUrl: to.baseUrl })
  await invoke('connections.use', { id: data.id })
  const who = { username: 'editor', password: PASSWORD, imageCodeKey: 'key-1', imageCodeValue: 'abcd' }
  await invoke('session.signIn', who)
}
const opened = async (): Promise<string> =>
  (await invoke('preview.open', { address: `https://cms.example.com/${PAGE}` })).data.href

// What a browser sends for a sandboxed frame and for what that frame shows: no cookie, and another site.
const FROM_FRAME = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
const get = (path: string, headers: Record<string, string> = FROM_FRAME) => fetch(new URL(path, origin), { headers })

describe('a preview in a frame of the page', () => {
  it('comes from the connected server, runs nothing, has no origin, and shows files beside it', async () => {
    const href = await opened()
    const page = await get(href)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none';.*; frame-ancestors 'self'; sandbox$/)
    expect(policy).not.toMatch(/script|allow-|https?:/)
    const [, source = ''] = /src="([^"]+)"/.exec(await page.text()) ?? []
    const image = new URL(source, origin + href).pathname
    const shown = await get(image)
    expect([shown.status, await shown.text()]).toEqual([200, '0123456789'])
    expect(shown.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(shown.headers.get('content-security-policy')).toMatch(/sandbox$/)
    const part = await get(image, { ...FROM_FRAME, range: 'bytes=4-6' })
    expect([part.status, await part.text()]).toEqual([206, '456'])
  })

  it('opens nothing else of the server or of this program', async () => {
    const base = (await opened()).replace(PAGE, '')
    cms.serveFile('files/page.html', Buffer.from('<script>'), 'text/html')
    cms.serveFile(PAGE.replace(/T/g, 'U'), Buffer.from('<p>别人的'), 'text/html')
    expect((await get(`${base}files/page.html`)).status).toBe(415)
    expect((await get(base + PAGE.replace(/T/g, 'U'))).status).toBe(404)
    expect((await get(`${base}api/cms/account/current`)).status).toBe(404)
    expect((await get(`${base}files/..%2fapi/cms/account/current`)).status).not.toBe(200)
    expect((await get(`/preview/${'A'.repeat(24)}/${PAGE}`)).status).toBe(404)
    for (const path of ['/', '/events', '/media/x', '/previewed/x']) expect((await get(path)).status, path).toBe(403)
    expect((await fetch(origin + base + PAGE, { method: 'POST' })).status).toBe(403)
  })

  it('is refused for an address that is no preview, and shows the reason when it has ended', async () => {
    const other = await invoke('preview.open', { address: 'https://evil.example/preview?id=1' })
    expect(other).toMatchObject({ ok: false, error: { code: 'unsupported', message: expect.stringMatching(/浏览器/) } })
    const href = await opened()
    const second = await runCms()
    await connect(second)
    expect(await (await get(href)).text()).toBe('已切换到其他服务器，请重新预览')
    await invoke('session.signOut', {})
    expect((await get(href)).status).toBe(401)
  })
})

it('the address of a preview ends an hour after it was opened', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const client = { connection: { id: 'x' }, open: async () => ({ type: 'text/css', stream: { destroy: () => 0 } }) }
  const previews = createPreviews({ client: async () => client as never, clock: { now: () => new Date(now) } })
  const href = await previews.open(PAGE)
  const status = async () => (await previews.serve(href.slice('/preview/'.length), {})).status
  expect(await status()).toBe(415)
  now += 61 * 60_000
  expect(await status()).toBe(404)
})
