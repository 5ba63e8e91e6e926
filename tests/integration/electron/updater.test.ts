import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { lateUpdater } from '#hosts/electron/adapters/lateUpdater.ts'
import { noUpdates } from '#hosts/electron/adapters/noUpdates.ts'
import { createUpdater } from '#hosts/electron/adapters/updater.ts'
import { createOutgoing, environmentOutgoing, type Outgoing, SYSTEM_NETWORK } from '#services/network/outgoing.ts'
import { signatureOf } from '#services/updates/feed.ts'
import { makeAuthority } from '#tests/fakes/authority.ts'
import { startCompanyProxy } from '#tests/fakes/companyProxy.ts'
import { installedUpdater } from '#tests/fakes/updaterApp.ts'

const keys = generateKeyPairSync('ed25519')
const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

let folder: string
let server: Server
const files = new Map<string, Buffer>()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-update-'))
  process.env.APPIMAGE = join(folder, 'sitecraft.AppImage')
  files.clear()
  server = createServer((request, response) => {
    const body = files.get(new URL(request.url ?? '', 'http://feed').pathname)
    response.writeHead(body ? 200 : 404)
    response.end(body ?? 'no such file')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  delete process.env.APPIMAGE
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed/`

interface Release {
  version: string
  bytes?: Buffer
  channel?: string
  percent?: number
  by?: typeof keys.privateKey
}

/** Puts a version into the feed as the release does. */
function publish({
  version,
  bytes = randomBytes(200_000),
  channel = 'latest',
  percent,
  by = keys.privateKey,
}: Release) {
  const name = `sitecraft-${version}-linux-x64.AppImage`
  const sha512 = createHash('sha512').update(bytes).digest('base64')
  const text =
    `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${bytes.length}\n` +
    `path: ${name}\nsha512: ${sha512}\nreleaseNotes: 修好了两处错误\nreleaseDate: '2026-11-23T00:00:00.000Z'\n` +
    (percent === undefined ? '' : `stagingPercentage: ${percent}\n`)
  const suffix = process.arch === 'x64' ? '-linux' : `-linux-${process.arch}`
  files.set(`/feed/${channel}${suffix}.yml`, Buffer.from(text))
  files.set(`/feed/${channel}${suffix}.yml.sig`, Buffer.from(signatureOf(text, by)))
  files.set(`/feed/${name}`, bytes)
  return { name, bytes, yml: `/feed/${channel}${suffix}.yml` }
}

function program(version = '1.0.0', outgoing: Outgoing = environmentOutgoing, base = url()) {
  const { updater } = installedUpdater(folder, version)
  let downloaded = ''
  updater.on('update-downloaded', (event) => (downloaded = event.downloadedFile))
  return {
    updater: createUpdater(() => updater, { url: base, publicKey }, outgoing),
    fetched: () => readFileSync(downloaded),
  }
}

it('a newer version is found with what is new, fetched whole, and not fetched twice', async () => {
  const { bytes } = publish({ version: '1.1.0' })
  const { updater, fetched } = program()
  expect(await updater.look('latest', '')).toEqual({ version: '1.1.0', notes: '修好了两处错误' })
  const shares: number[] = []
  await updater.download((share) => shares.push(share))
  expect(fetched().equals(bytes)).toBe(true)
  files.clear()
  await updater.download(() => undefined)
})

it('the same version and an older one are none, of whatever channel', async () => {
  publish({ version: '1.0.0' })
  publish({ version: '0.9.0', channel: 'beta' })
  const { updater } = program()
  expect(await updater.look('latest', '')).toBeNull()
  expect(await updater.look('beta', '')).toBeNull()
  publish({ version: '1.1.0-beta.1', channel: 'beta' })
  expect(await updater.look('beta', '')).toMatchObject({ version: '1.1.0-beta.1' })
})

it('a version that is given to a share of the desks reaches no other', async () => {
  publish({ version: '1.1.0', percent: 0 })
  expect(await program().updater.look('latest', '')).toBeNull()
  publish({ version: '1.1.0', percent: 100 })
  expect(await program().updater.look('latest', '')).toMatchObject({ version: '1.1.0' })
})

it('what another key signed, what was changed afterwards, and what lacks its signature is refused', async () => {
  const { yml } = publish({ version: '1.1.0', by: generateKeyPairSync('ed25519').privateKey })
  const refused = { code: 'forbidden', message: expect.stringContaining('签名不正确') }
  await expect(program().updater.look('latest', '')).rejects.toMatchObject(refused)
  publish({ version: '1.1.0' })
  files.set(yml, Buffer.from(String(files.get(yml)).replace('1.1.0', '6.6.6')))
  await expect(program().updater.look('latest', '')).rejects.toMatchObject(refused)
  publish({ version: '1.1.0' })
  files.delete(`${yml}.sig`)
  await expect(program().updater.look('latest', '')).rejects.toMatchObject({ code: 'not-found' })
})

it('a package that was cut off or changed is thrown away, and fetched again when it is right', async () => {
  const { name, bytes } = publish({ version: '1.1.0' })
  const { updater, fetched } = program()
  await updater.look('latest', '')
  for (const broken of [bytes.subarray(0, 1000), Buffer.concat([bytes.subarray(1), Buffer.from('x')])]) {
    files.set(`/feed/${name}`, broken)
    await expect(updater.download(() => undefined)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('已经丢弃'),
    })
  }
  files.set(`/feed/${name}`, bytes)
  await updater.download(() => undefined)
  expect(fetched().equals(bytes)).toBe(true)
})

it('a feed that is down, empty, or answers a page says so', async () => {
  const { updater } = program()
  await expect(updater.look('latest', '')).rejects.toMatchObject({ code: 'not-found' })
  const { yml } = publish({ version: '1.1.0' })
  files.set(yml, Buffer.from('<html>sign in</html>'))
  await expect(updater.look('latest', '')).rejects.toMatchObject({ code: 'forbidden' })
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  await expect(updater.look('latest', '')).rejects.toMatchObject({ code: 'no-response' })
})

it('comes from another folder where an administrator says so, of the same maker', async () => {
  publish({ version: '1.1.0' })
  const { updater } = installedUpdater(folder, '1.0.0')
  const own = createUpdater(() => updater, { url: '', publicKey }, environmentOutgoing)
  expect(own.unsupported('')).toContain('没有设置更新服务器')
  expect(own.unsupported(url())).toBe('')
  await expect(own.look('latest', '')).rejects.toMatchObject({ message: expect.stringContaining('没有设置更新服务器') })
  expect(await own.look('latest', url().replace(/\/$/, ''))).toMatchObject({ version: '1.1.0' })
  publish({ version: '1.2.0', by: generateKeyPairSync('ed25519').privateKey })
  await expect(own.look('latest', url())).rejects.toMatchObject({ code: 'forbidden' })
})

it('electron-updater is loaded when it is first asked, and whether there are updates is said without it', async () => {
  publish({ version: '1.1.0' })
  const { updater } = installedUpdater(folder, '1.0.0')
  let loads = 0
  const late = lateUpdater({ url: url(), publicKey }, environmentOutgoing, async () => {
    loads += 1
    return (source, outgoing) => createUpdater(() => updater, source, outgoing)
  })
  expect(late.unsupported('')).toBe('')
  expect(lateUpdater({ url: '', publicKey }, environmentOutgoing).unsupported('')).toContain('没有设置更新服务器')
  late.install({ restart: true })
  expect(loads).toBe(0)
  expect(await late.look('latest', '')).toMatchObject({ version: '1.1.0' })
  await late.download(() => undefined)
})

it('without a server or a key there are no updates, and the reason is said', async () => {
  expect(
    createUpdater(
      () => installedUpdater(folder, '1.0.0').updater,
      { url: '', publicKey: '' },
      environmentOutgoing,
    ).unsupported(''),
  ).toContain('没有设置更新服务器')
  const { updater } = installedUpdater(folder, '1.0.0')
  const withBadKey = createUpdater(() => updater, { url: url(), publicKey: 'no key' }, environmentOutgoing)
  await expect(withBadKey.look('latest', '')).rejects.toMatchObject({
    message: expect.stringContaining('没有有效的更新公钥'),
  })
  await expect(noUpdates('开发环境').look('latest', '')).rejects.toMatchObject({ code: 'unsupported' })
})

describe('behind a proxy that is set by hand', () => {
  const NAME = 'updates.corp.test'

  /** A feed that only the proxy can reach by its name. */
  async function company(certificate: { key: string; cert: string } | null = null) {
    const proxy = await startCompanyProxy()
    onTestFinished(() => proxy.close())
    let { port } = server.address() as AddressInfo
    if (certificate) {
      const secure = createSecureServer(certificate, (...asked) => server.emit('request', ...asked))
      secure.listen(0, '127.0.0.1')
      await once(secure, 'listening')
      onTestFinished(() => {
        secure.closeAllConnections()
        secure.close()
      })
      ;({ port } = secure.address() as AddressInfo)
    }
    proxy.knows(NAME, port)
    const outgoing = createOutgoing({ env: {}, system: null })
    const set = (change: Partial<typeof SYSTEM_NETWORK>): void =>
      outgoing.configure({ ...SYSTEM_NETWORK, mode: 'manual', address: proxy.url, ...change })
    set({})
    const { updater, fetched } = program('1.0.0', outgoing, `${certificate ? 'https' : 'http'}://${NAME}/feed/`)
    return { proxy, set, updater, fetched }
  }

  it('are found and fetched through it, with its sign-in', async () => {
    const { bytes } = publish({ version: '1.1.0' })
    const { proxy, set, updater, fetched } = await company()
    proxy.wants = '张三:p:w'
    const asks = { code: 'no-response', message: expect.stringContaining('要求登录') }
    await expect(updater.look('latest', '')).rejects.toMatchObject(asks)
    set({ credentials: '张三:p:w' })
    expect(await updater.look('latest', '')).toMatchObject({ version: '1.1.0' })
    await updater.download(() => undefined)
    expect(fetched().equals(bytes)).toBe(true)
    expect(proxy.asked.at(-1)).toBe(`GET http://${NAME}/feed/sitecraft-1.1.0-linux-x64.AppImage`)
  })

  it('trust the authority of the company, and nobody else', async () => {
    const authority = makeAuthority()
    publish({ version: '1.1.0' })
    const { proxy, set, updater } = await company(authority.server(`DNS:${NAME}`))
    await expect(updater.look('latest', '')).rejects.toMatchObject({
      code: 'bad-certificate',
      message: expect.stringContaining('更新服务器的证书不受信任'),
    })
    set({ authorities: [authority.root] })
    expect(await updater.look('latest', '')).toMatchObject({ version: '1.1.0' })
    await updater.download(() => undefined)
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${NAME}:443`]))
  })

  it.each([
    ['drop', 'no-response', '连接不到更新服务器'],
    ['refuse', 'bad-answer', '没有正常回答（403）'],
    ['html', 'forbidden', '签名不正确'],
  ] as const)('say what a proxy does that answers “%s”, and go on afterwards', async (mood, code, text) => {
    publish({ version: '1.1.0' })
    const { proxy, updater } = await company()
    proxy.mood = mood
    await expect(updater.look('latest', '')).rejects.toMatchObject({ code, message: expect.stringContaining(text) })
    proxy.mood = 'normal'
    expect(await updater.look('latest', '')).toMatchObject({ version: '1.1.0' })
  })

  it('say that the proxy is not there, and a package that it answers a page for is thrown away', async () => {
    publish({ version: '1.1.0' })
    const { proxy, set, updater } = await company()
    set({ address: 'http://127.0.0.1:9' })
    await expect(updater.look('latest', '')).rejects.toMatchObject({ code: 'no-response' })
    set({})
    await updater.look('latest', '')
    proxy.mood = 'html'
    await expect(updater.download(() => undefined)).rejects.toMatchObject({ code: 'invalid' })
    proxy.mood = 'normal'
    await updater.download(() => undefined)
  })
})
