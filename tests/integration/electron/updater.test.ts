import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createLazyUpdater } from '#hosts/electron/adapters/lazyUpdater.ts'
import { createDisabledUpdater } from '#hosts/electron/adapters/noUpdates.ts'
import { createUpdater } from '#hosts/electron/adapters/updater.ts'
import type { UpdateState } from '#shared/contract/update.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { UpdateService } from '#services/updates/service.ts'
import { aSettings } from '#tests/builders/settings.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { createOutgoing, environmentOutgoing, type Outgoing, SYSTEM_NETWORK } from '#services/network/outgoing.ts'
import { makeAuthority } from '#tests/fakes/authority.ts'
import { startCompanyProxy } from '#tests/fakes/companyProxy.ts'
import { installedUpdater } from '#tests/fakes/updaterApp.ts'
import { startUpdateFeed, type UpdateFeed } from '#tests/fakes/updateFeed.ts'

/** Keeps no packages. */
const DIRECT = { outgoing: environmentOutgoing, packagesFolder: '' }
let folder: string
let feed: UpdateFeed
/** Small disks. */
const mounted: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-update-'))
  process.env.APPIMAGE = join(folder, 'sitecraft.AppImage')
  feed = await startUpdateFeed()
})
afterEach(async () => {
  for (const path of mounted.splice(0)) execFileSync('umount', ['--lazy', path])
  delete process.env.APPIMAGE
  await feed.stop()
  await rm(folder, { recursive: true, force: true })
})

const url = (): string => feed.url

function program(version = '1.0.0', outgoing: Outgoing = environmentOutgoing, base = url()) {
  const { updater } = installedUpdater(folder, version)
  let downloaded = ''
  updater.on('update-downloaded', (event) => (downloaded = event.downloadedFile))
  return {
    updater: createUpdater(() => updater, { url: base, publicKey: feed.publicKey }, { outgoing, packagesFolder: '' }),
    fetched: () => readFileSync(downloaded),
  }
}

it('a newer version is found with what is new, fetched whole, and not fetched twice', async () => {
  const { bytes } = feed.publish({ version: '1.1.0' })
  const { updater, fetched } = program()
  expect(await updater.look('latest', '')).toEqual({ version: '1.1.0', notes: '修好了两处错误' })
  const shares: number[] = []
  await updater.download((share) => shares.push(share))
  expect(fetched().equals(bytes)).toBe(true)
  feed.files.clear()
  await updater.download(() => undefined)
})

it('the same version and an older one are none, of whatever channel', async () => {
  feed.publish({ version: '1.0.0' })
  feed.publish({ version: '0.9.0', channel: 'beta' })
  const { updater } = program()
  expect(await updater.look('latest', '')).toBeNull()
  expect(await updater.look('beta', '')).toBeNull()
  feed.publish({ version: '1.1.0-beta.1', channel: 'beta' })
  expect(await updater.look('beta', '')).toMatchObject({ version: '1.1.0-beta.1' })
})

it('a version that is given to a share of the desks reaches no other', async () => {
  feed.publish({ version: '1.1.0', percent: 0 })
  expect(await program().updater.look('latest', '')).toBeNull()
  feed.publish({ version: '1.1.0', percent: 100 })
  expect(await program().updater.look('latest', '')).toMatchObject({ version: '1.1.0' })
})

it('a version for another architecture is none for this computer', async () => {
  feed.publish({ version: '1.1.0', arch: process.arch === 'x64' ? 'arm64' : 'x64' })
  await expect(program().updater.look('latest', '')).rejects.toMatchObject({
    code: 'not-found',
    message: `更新服务器上没有适合本机（${process.arch}）的版本，请联系管理员`,
  })
})

it('what another key signed, what was changed afterwards, and what lacks its signature is refused', async () => {
  const { yml } = feed.publish({ version: '1.1.0', by: generateKeyPairSync('ed25519').privateKey })
  const refused = { code: 'forbidden', message: expect.stringContaining('签名有误') }
  await expect(program().updater.look('latest', '')).rejects.toMatchObject(refused)
  feed.publish({ version: '1.1.0' })
  feed.files.set(yml, Buffer.from(String(feed.files.get(yml)).replace('1.1.0', '6.6.6')))
  await expect(program().updater.look('latest', '')).rejects.toMatchObject(refused)
  feed.publish({ version: '1.1.0' })
  feed.files.delete(`${yml}.sig`)
  await expect(program().updater.look('latest', '')).rejects.toMatchObject({ code: 'not-found' })
})

it('a package that was cut off or changed is thrown away, and fetched again when it is right', async () => {
  const { name, bytes } = feed.publish({ version: '1.1.0' })
  const { updater, fetched } = program()
  await updater.look('latest', '')
  for (const broken of [bytes.subarray(0, 1000), Buffer.concat([bytes.subarray(1), Buffer.from('x')])]) {
    feed.files.set(`/feed/${name}`, broken)
    await expect(updater.download(() => undefined)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('已丢弃'),
    })
  }
  feed.files.set(`/feed/${name}`, bytes)
  await updater.download(() => undefined)
  expect(fetched().equals(bytes)).toBe(true)
})

it('a feed that is down, empty, or answers a page says so', async () => {
  const { updater } = program()
  await expect(updater.look('latest', '')).rejects.toMatchObject({ code: 'not-found' })
  const { yml } = feed.publish({ version: '1.1.0' })
  feed.files.set(yml, Buffer.from('<html>sign in</html>'))
  await expect(updater.look('latest', '')).rejects.toMatchObject({ code: 'forbidden' })
  await feed.stop()
  await expect(updater.look('latest', '')).rejects.toMatchObject({ code: 'no-response' })
})

const mounts = process.getuid?.() === 0 && process.platform === 'linux'

it.skipIf(!mounts)(
  'a disk that is full in the middle says so, is left as it was, and the rest comes when there is room',
  async () => {
    feed.publish({ version: '1.0.0', bytes: randomBytes(3_000_000) })
    const { bytes } = feed.publish({ version: '1.1.0', bytes: randomBytes(3_000_000) })
    const small = async (name: string, megabytes: number) => {
      const path = join(folder, name)
      await mkdir(path)
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'sitecraft', path])
      mounted.push(path)
      const filler = join(path, 'filler')
      return {
        path,
        fill: (size: number) => writeFile(filler, Buffer.alloc(size)),
        free: () => rm(filler),
        files: async () => (await readdir(path, { recursive: true })).filter((each) => /AppImage|yml/.test(each)),
      }
    }
    const [cache, kept] = [await small('cache', 4), await small('kept', 8)]
    const { updater } = installedUpdater(folder, '1.0.0', cache.path)
    let downloaded = ''
    updater.on('update-downloaded', (event) => (downloaded = event.downloadedFile))
    const source = { url: url(), publicKey: feed.publicKey }
    const own = createUpdater(() => updater, source, { outgoing: environmentOutgoing, packagesFolder: kept.path })
    await own.look('latest', '')
    // Of the package itself; of the copy of it; of the former one.
    const full = { code: 'no-space', message: expect.stringContaining('磁盘空间不足') }
    const download = () => own.download(() => undefined)
    await cache.fill(2_000_000)
    await expect(download()).rejects.toMatchObject(full)
    expect(await cache.files()).toEqual([])
    await cache.free()
    await kept.fill(6_500_000)
    await expect(download()).rejects.toMatchObject(full)
    expect(await kept.files()).toEqual([])
    await kept.free()
    await kept.fill(4_000_000)
    await expect(download()).rejects.toMatchObject(full)
    expect(await readdir(kept.path)).toEqual(expect.arrayContaining(['1.1.0']))
    expect(await readdir(kept.path)).not.toEqual(expect.arrayContaining(['1.0.0']))
    await kept.free()
    expect(await download()).toEqual({ hasWayBack: true })
    expect(readFileSync(downloaded).equals(bytes)).toBe(true)
  },
)

it('a feed that is down for a week disturbs nobody, and its version is fetched when it is back', async () => {
  feed.publish({ version: '1.1.0' })
  const { updater } = program()
  const [log, told] = [memoryLog(), [] as UpdateState[]]
  let now = Date.UTC(2026, 10, 23)
  await feed.stop()
  const updates = new UpdateService({
    updater,
    version: '1.0.0',
    address: '',
    starts: null,
    settings: { get: async () => aSettings(), set: async () => aSettings() },
    busy: async () => [],
    now: () => now,
    emit: (_event, state) => void told.push(state as UpdateState),
    log,
    timing: { first: 1, look: 5 },
  })
  onTestFinished(() => updates.close())
  const failures = () => told.filter(({ phase }) => phase === 'failed')
  // Every six hours.
  await expect.poll(() => failures().length).toBeGreaterThanOrEqual(28)
  now += 7 * DAY_MS
  expect(new Set(failures().map(({ message }) => message))).toEqual(new Set(['无法连接更新服务器，请检查网络后重试']))
  expect(new Set(told.map(({ phase }) => phase))).toEqual(new Set(['looking', 'failed']))
  expect(log.lines.filter((line) => line.startsWith('error'))).toEqual([])
  await feed.goOn()
  await expect.poll(() => told.at(-1)).toMatchObject({ phase: 'ready', version: '1.1.0', message: '', lookedAt: now })
})

it('comes from another folder where an administrator says so, of the same maker', async () => {
  feed.publish({ version: '1.1.0' })
  const { updater } = installedUpdater(folder, '1.0.0')
  const own = createUpdater(() => updater, { url: '', publicKey: feed.publicKey }, DIRECT)
  expect(own.unsupported('')).toContain('未设置更新服务器')
  expect(own.unsupported(url())).toBe('')
  await expect(own.look('latest', '')).rejects.toMatchObject({ message: expect.stringContaining('未设置更新服务器') })
  expect(await own.look('latest', url().replace(/\/$/, ''))).toMatchObject({ version: '1.1.0' })
  feed.publish({ version: '1.2.0', by: generateKeyPairSync('ed25519').privateKey })
  await expect(own.look('latest', url())).rejects.toMatchObject({ code: 'forbidden' })
})

it('electron-updater is loaded when it is first asked, and whether there are updates is said without it', async () => {
  feed.publish({ version: '1.1.0' })
  const { updater } = installedUpdater(folder, '1.0.0')
  let loads = 0
  const late = createLazyUpdater({ url: url(), publicKey: feed.publicKey }, environmentOutgoing, '', async () => {
    loads += 1
    return (source, outgoing, kept) => createUpdater(() => updater, source, { outgoing, packagesFolder: kept })
  })
  expect(late.unsupported('')).toBe('')
  expect(createLazyUpdater({ url: '', publicKey: feed.publicKey }, environmentOutgoing, '').unsupported('')).toContain(
    '未设置更新服务器',
  )
  late.install({ restart: true })
  expect(loads).toBe(0)
  expect(await late.look('latest', '')).toMatchObject({ version: '1.1.0' })
  await late.download(() => undefined)
})

it('without a server or a key there are no updates, and the reason is said', async () => {
  expect(
    createUpdater(() => installedUpdater(folder, '1.0.0').updater, { url: '', publicKey: '' }, DIRECT).unsupported(''),
  ).toContain('未设置更新服务器')
  const { updater } = installedUpdater(folder, '1.0.0')
  const withBadKey = createUpdater(() => updater, { url: url(), publicKey: 'no key' }, DIRECT)
  await expect(withBadKey.look('latest', '')).rejects.toMatchObject({
    message: expect.stringContaining('没有有效的更新公钥'),
  })
  await expect(createDisabledUpdater('开发环境').look('latest', '')).rejects.toMatchObject({ code: 'unsupported' })
})

describe('behind a proxy that is set by hand', () => {
  const NAME = 'updates.corp.test'

  /** A feed that only the proxy can reach by its name. */
  async function company(certificate: { key: string; cert: string } | null = null) {
    const proxy = await startCompanyProxy()
    onTestFinished(() => proxy.close())
    let { port } = feed.server.address() as AddressInfo
    if (certificate) {
      const secure = createSecureServer(certificate, (...asked) => feed.server.emit('request', ...asked))
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
    const { bytes } = feed.publish({ version: '1.1.0' })
    const { proxy, set, updater, fetched } = await company()
    proxy.wants = '张三:p:w'
    const asks = { code: 'no-response', message: expect.stringContaining('要求登录') }
    await expect(updater.look('latest', '')).rejects.toMatchObject(asks)
    set({ credentials: '张三:p:w' })
    expect(await updater.look('latest', '')).toMatchObject({ version: '1.1.0' })
    await updater.download(() => undefined)
    expect(fetched().equals(bytes)).toBe(true)
    expect(proxy.asked.at(-1)).toBe(`GET http://${NAME}/feed/sitecraft-1.1.0-linux-${process.arch}.AppImage`)
  })

  it('trust the authority of the company, and nobody else', async () => {
    const authority = makeAuthority()
    feed.publish({ version: '1.1.0' })
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
    ['drop', 'no-response', '无法连接更新服务器'],
    ['refuse', 'bad-answer', '更新服务器响应异常（403）'],
    ['html', 'forbidden', '签名有误'],
  ] as const)('say what a proxy does that answers “%s”, and go on afterwards', async (mood, code, text) => {
    feed.publish({ version: '1.1.0' })
    const { proxy, updater } = await company()
    proxy.mood = mood
    await expect(updater.look('latest', '')).rejects.toMatchObject({ code, message: expect.stringContaining(text) })
    proxy.mood = 'normal'
    expect(await updater.look('latest', '')).toMatchObject({ version: '1.1.0' })
  })

  it('say that the proxy is not there, and a package that it answers a page for is thrown away', async () => {
    feed.publish({ version: '1.1.0' })
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
