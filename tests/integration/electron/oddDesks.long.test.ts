import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Result } from '#shared/contract/bridge.ts'
import { CHANNEL } from '#shared/contract/ipc.ts'
import type { UpdateState } from '#shared/contract/update.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { startFaultyProxy } from '#tests/fakes/faultyProxy.ts'
import { startUpdateFeed, type UpdateFeed } from '#tests/fakes/updateFeed.ts'
import { startTestServer } from '../server/harness/server.ts'
import { keyringMissing, openKeyring } from '../host/keyring.ts'
import { library, MB, sha512, tokenFor } from '../host/uploads/harness.ts'
import { packApp, type PackedApp } from './packApp.ts'
import { asked, quit, tempFolder, useBuiltin } from './packedSteps.ts'
import { startSession, type Session } from './session.ts'

// The packed program on computers that are not as they should be. In a stand-in as strict as Electron, not in Electron itself.

let packed: PackedApp
let program: string
beforeAll(async () => {
  packed = await packApp()
  program = packed.unpack()
  // Other users of the machine run it, too.
  await chmod(join(program, '..'), 0o755)
}, 300_000)
afterAll(() => packed.remove())

async function start(options: Parameters<typeof startSession>[1] = {}): Promise<Session> {
  const env = { STAND_IN_PACKAGED: '1', STAND_IN_RESOURCES: packed.resources, ...options.env }
  const main = await startSession(program, { ...options, env })
  onTestFinished(() => main.end())
  return main
}

const isRoot = process.getuid?.() === 0 && process.platform === 'linux'
const [WANG, LI] = [61_001, 61_002]

/** A folder that this user can write, whoever runs the test. */
async function homeOf(user: number): Promise<string> {
  const folder = await tempFolder()
  await chown(folder, user, user)
  return folder
}

async function mountSmall(options: string): Promise<{ path: string; remount: (options: string) => void }> {
  const path = await tempFolder()
  const mount = (given: string): void => void execFileSync('mount', ['-t', 'tmpfs', '-o', given, 'sitecraft', path])
  mount(options)
  onTestFinished(() => void execFileSync('umount', ['--lazy', path]))
  return { path, remount: (given) => mount(`remount,${given}`) }
}

describe.skipIf(!isRoot)('a data folder that can not be used is explained in Chinese', () => {
  async function expectRefused(dataDir: string, reason: string, options: { user?: number } = {}): Promise<void> {
    const main = await startSession(program, {
      ...options,
      dataDir,
      window: false,
      env: { STAND_IN_PACKAGED: '1', STAND_IN_RESOURCES: packed.resources, HOME: join(dataDir, '..') },
    })
    expect(await main.exited).toBe(1)
    expect(main.output()).toContain('站匠无法启动')
    expect(main.output()).toContain(reason)
    expect(main.output()).not.toMatch(/\bE[A-Z]{4,}\b|no such file|permission denied/)
    expect(main.violations()).toEqual([])
  }

  it('to a person who may not write it, or not make it', async () => {
    const home = await homeOf(LI)
    await chmod(home, 0o755)
    await expectRefused(home, `无法写入数据文件夹 ${home}，请检查权限`, { user: WANG })
    await expectRefused(join(home, '数据'), '无法写入数据文件夹', { user: WANG })
    await chmod(home, 0o700)
    await expectRefused(join(home, '数据'), '无法写入数据文件夹', { user: WANG })
  })

  it('when a file is in the way, or a name is too long', async () => {
    const file = join(await tempFolder(), '文件')
    await writeFile(file, '')
    await expectRefused(file, '不是文件夹')
    await expectRefused(join(file, '数据'), '不是文件夹')
    await expectRefused(join(await tempFolder(), '长'.repeat(200)), '的路径太长')
  })

  it('when its disk has become read-only, or is full', async () => {
    const { path, remount } = await mountSmall('size=120m')
    const dataDir = join(path, '数据')
    const before = await start({ dataDir })
    await useBuiltin(before)
    await quit(before)
    remount('ro')
    await expectRefused(dataDir, `无法写入数据文件夹 ${dataDir}`)
    remount('rw')
    const filler = join(path, 'filler')
    // Ends with an error once the disk is full.
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'])
    await expectRefused(join(path, '新的'), '磁盘')
    await rm(filler)
    const again = await start({ dataDir })
    expect(await asked(again, 'session.status')).toMatchObject({ state: 'signed-in' })
  })
})

it.skipIf(!isRoot)(
  'the server’s folder alone belongs to somebody else: the window opens and says so',
  async () => {
    const dataDir = await homeOf(WANG)
    await mkdir(join(dataDir, 'server'), { mode: 0o755 })
    const main = await start({ dataDir, user: WANG, env: { HOME: dataDir } })
    await expect(useBuiltin(main)).rejects.toThrow(/内置服务器启动失败：.*(权限|不能写入)/)
    await chown(join(dataDir, 'server'), WANG, WANG)
    expect(await useBuiltin(main)).toMatchObject({ state: 'signed-in' })
  },
  60_000,
)

it.skipIf(!isRoot)(
  'two people of one machine work at the same time, each with data that the other can not read',
  async () => {
    const desks = await Promise.all(
      [WANG, LI].map(async (user) => {
        const dataDir = join(await homeOf(user), '站匠')
        return start({ dataDir, user, env: { HOME: join(dataDir, '..') } })
      }),
    )
    await Promise.all(desks.map(useBuiltin))
    const addresses = await Promise.all(
      desks.map(async (main) => {
        const { connection } = await asked<{ connection: { baseUrl: string } }>(main, 'session.status')
        return connection.baseUrl
      }),
    )
    expect(new Set(addresses).size).toBe(2)
    for (const [at, main] of desks.entries()) {
      const { uid, mode } = await stat(main.dataDir)
      expect([uid, mode & 0o077]).toEqual([[WANG, LI][at], 0])
      expect((await asked<{ content: unknown[] }>(main, 'site.page', { page: 1, size: 5 })).content).not.toEqual([])
    }
    for (const main of desks) await quit(main)
  },
  90_000,
)

it.skipIf(keyringMissing() !== '')(
  'a keychain that answers after half a minute holds nothing up, and has the sign-in afterwards',
  async () => {
    const keyring = await openKeyring()
    onTestFinished(() => keyring.close())
    keyring.freeze()
    const main = await start({ env: keyring.env })
    expect(await useBuiltin(main)).toMatchObject({ state: 'signed-in', remembered: false })
    const { keychain } = await asked<{ keychain: { problem: string } }>(main, 'app.info')
    expect(keychain.problem).toMatch(/\p{Script=Han}/u)
    await new Promise((resolve) => setTimeout(resolve, 30_000))
    keyring.thaw()
    await vi.waitFor(
      async () => expect(await asked(main, 'session.status')).toMatchObject({ state: 'signed-in', remembered: true }),
      { timeout: 60_000, interval: 500 },
    )
    await quit(main)
    const again = await start({ dataDir: main.dataDir, env: keyring.env })
    expect(await asked(again, 'session.status')).toMatchObject({ state: 'signed-in', remembered: true })
  },
  180_000,
)

/** Where the packed program asks for updates. */
async function feedOf(version: string | null): Promise<{ feed: UpdateFeed; env: Record<string, string> }> {
  const feed = await startUpdateFeed()
  onTestFinished(() => feed.stop())
  if (version) feed.publish({ version })
  await writeFile(join(program, 'out/updates.json'), JSON.stringify({ url: feed.url, publicKey: feed.publicKey }))
  const update = 'provider: generic\nurl: https://never.example/\nupdaterCacheDirName: cache\n'
  await writeFile(join(packed.resources, 'app-update.yml'), update)
  const folder = await tempFolder()
  const installed = join(folder, 'sitecraft.AppImage')
  await writeFile(installed, 'this version', { mode: 0o755 })
  return { feed, env: { APPIMAGE: installed, XDG_CACHE_HOME: join(folder, 'cache') } }
}

it.each([DAY_MS, -DAY_MS])(
  'a clock that is a day off (%i ms) signs in, works, finds updates, and is told of it',
  async (offset) => {
    const { env } = await feedOf('9.0.0')
    const file = join(await tempFolder(), 'offset')
    await writeFile(file, String(offset))
    const clock = new URL('../../fakes/jumpingClock.ts', import.meta.url).href
    const main = await start({ env: { ...env, NODE_OPTIONS: `--import=${clock}`, CLOCK_OFFSET_FILE: file } })
    expect(await useBuiltin(main)).toMatchObject({ state: 'signed-in' })
    expect((await asked<{ content: unknown[] }>(main, 'site.page', { page: 1, size: 5 })).content).not.toEqual([])
    const { steps } = await asked<{ steps: { step: string; state: string; remedy: string }[] }>(
      main,
      'network.diagnose',
    )
    expect(steps.find(({ step }) => step === 'server')).toMatchObject({
      state: 'warning',
      remedy: '请校准本机的日期和时间，否则登录和证书可能出错',
    })
    await asked(main, 'settings.set', { updateMode: 'ask' })
    expect(await asked<UpdateState>(main, 'update.look')).toMatchObject({ phase: 'available', version: '9.0.0' })
    await quit(main)
    const again = await start({ dataDir: main.dataDir, env })
    expect(await asked(again, 'session.status')).toMatchObject({ state: 'signed-in' })
  },
  90_000,
)

it.skipIf(!isRoot)(
  'an update that can not be had is explained, leaves the program as it is, and comes when it can',
  async () => {
    const { feed, env } = await feedOf(null)
    const cache = await mountSmall('size=1m')
    const main = await start({ env: { ...env, XDG_CACHE_HOME: cache.path } })
    await asked(main, 'settings.set', { updateMode: 'ask' })
    const look = (): Promise<UpdateState> => asked<UpdateState>(main, 'update.look')
    const fetched = (): Promise<UpdateState> => asked<UpdateState>(main, 'update.download')
    const failed = (text: string) => ({ phase: 'failed', message: expect.stringContaining(text) })
    const { yml } = feed.publish({ version: '9.0.0' })
    feed.files.set(yml, Buffer.from('<html>请登录网络</html>'))
    expect(await look()).toMatchObject(failed('签名有误'))
    feed.publish({ version: '0.0.1' })
    expect(await look()).toMatchObject({ phase: 'idle', version: '' })
    feed.publish({ version: '9.0.0', arch: process.arch === 'x64' ? 'arm64' : 'x64' })
    expect(await look()).toMatchObject(failed('没有适合本机'))
    const bytes = randomBytes(3 * MB)
    const { name } = feed.publish({ version: '9.0.0', bytes })
    expect(await look()).toMatchObject({ phase: 'available', version: '9.0.0' })
    expect(await fetched()).toMatchObject(failed('磁盘空间不足'))
    cache.remount('size=40m')
    feed.files.set(`/feed/${name}`, bytes.subarray(0, MB))
    await look()
    expect(await fetched()).toMatchObject(failed('已丢弃'))
    expect(await readFile(env['APPIMAGE'] ?? '', 'utf8')).toBe('this version')
    feed.files.set(`/feed/${name}`, bytes)
    await look()
    expect(await fetched()).toMatchObject({ phase: 'ready', version: '9.0.0' })
    expect(await useBuiltin(main)).toMatchObject({ state: 'signed-in' })
  },
  90_000,
)

it('a computer that sleeps in the middle of an upload goes on where it was', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const proxy = await startFaultyProxy(server.url)
  onTestFinished(() => proxy.close())
  const main = await start()
  const { id } = await asked<{ id: string }>(main, 'connections.save', { name: '服务器', baseUrl: proxy.url })
  await asked(main, 'connections.use', { id })
  await asked(main, 'session.autoLogin', { token: await tokenFor(server) })
  const content = randomBytes(60 * MB)
  const path = join(await tempFolder(), '睡.zip')
  await writeFile(path, content)
  const granted = (await main.ask('invoke', CHANNEL.grant, [[{ path, name: '睡.zip', place: '' }]])) as Result
  if (!granted.ok) throw new Error(granted.error.message)
  const [{ grant }] = granted.data as [{ grant: string }]
  const chunks = (method: string): (string | null)[] =>
    proxy.seen
      .filter((each) => each.path.startsWith('api/upload/') && each.method === method)
      .map(({ query }) => query.get('chunkNumber'))
  // The computer sleeps once the first chunk is through: what is on its way is lost, and nothing comes through.
  proxy.fault = ({ path: to, query }) =>
    to.startsWith('api/upload/') && query.get('chunkNumber') === '1' ? null : { cutAfter: MB }
  await asked(main, 'uploads.add', { grants: [grant], target: { to: 'library', kind: 'file', siteId: 0 } })
  const step = async (): Promise<string | undefined> =>
    (await asked<{ tasks: { state: { step: string } }[] }>(main, 'uploads.list')).tasks[0]?.state.step
  await vi.waitFor(async () => expect(await step()).toBe('held'), { timeout: 30_000, interval: 50 })
  await main.ask('emitPower', 'suspend')
  proxy.fault = () => null
  await main.ask('emitPower', 'resume')
  await vi.waitFor(async () => expect(await step()).toBe('done'), { timeout: 40_000, interval: 100 })
  expect(chunks('POST').filter((number) => number === '1')).toHaveLength(1)
  expect(await library(server, '睡.zip')).toMatchObject([{ sha512: sha512(content), isRegistered: 1 }])
}, 120_000)
