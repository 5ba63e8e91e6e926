import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startFaultyProxy } from '#tests/fakes/faultyProxy.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'
import { runHost, type RunningHost, tempFolder } from '../harness.ts'
import { LIBRARY, library, MB, sha512, tokenFor } from './harness.ts'

const mounts = process.getuid?.() === 0 && process.platform === 'linux'
const PATIENCE = { chunk: 1000, whole: 1000 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A host whose data lie on a small disk of their own, and a way to fill that. */
async function smallDisk() {
  const dataDir = await tempFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'sitecraft', dataDir])
  onTestFinished(() => void execFileSync('umount', ['--lazy', dataDir]))
  const proxy = await startFaultyProxy(server.url)
  onTestFinished(() => proxy.close())
  const filler = join(dataDir, 'filler')
  return {
    dataDir,
    proxy,
    fill: () => expect(() => writeFileSync(filler, Buffer.alloc(32 * MB))).toThrow('ENOSPC'),
    free: () => rmSync(filler),
    async start(): Promise<RunningHost> {
      const running = await runHost({ dataDir, uploadPatience: PATIENCE })
      const { connections } = await running.call('connections.list', {})
      const known = connections.find(({ baseUrl }) => baseUrl === proxy.url)
      const { id } = known ?? (await running.call('connections.save', { name: '服务器', baseUrl: proxy.url }))
      await running.call('connections.use', { id })
      await running.call('session.autoLogin', { token: await tokenFor(server) })
      return running
    },
  }
}
const stateOf = async (running: RunningHost, id: string) =>
  (await running.call('uploads.list', {})).tasks.find((task) => task.id === id)?.state

it.skipIf(!mounts)('a local disk without room takes no upload, says so, and leaves no copy behind', async () => {
  const disk = await smallDisk()
  const running = await disk.start()
  const spooled = join(disk.dataDir, 'spool', 'one')
  await mkdir(spooled, { recursive: true })
  await writeFile(join(spooled, '0'), randomBytes(MB))
  disk.fill()
  const copy = running.host.grants.issueSpooled(join(spooled, '0'), '满.zip')
  const adding = running.call('uploads.add', { grants: [copy], target: LIBRARY })
  await expect(adding).rejects.toMatchObject({ code: 'no-space', message: expect.stringMatching(/磁盘.*请.*后重试/) })
  expect((await running.call('uploads.list', {})).tasks).toEqual([])
  expect(readdirSync(join(disk.dataDir, 'uploads', 'files'))).toEqual([])
  disk.free()
  const path = join(await tempFolder(), '满.zip')
  await writeFile(path, 'there is room')
  const again = await running.call('uploads.add', { grants: [running.host.grants.issue(path)], target: LIBRARY })
  await expect.poll(() => stateOf(running, again.tasks[0]?.id ?? '')).toMatchObject({ step: 'done' })
})

it.skipIf(!mounts)(
  'a local disk that fills up during an upload: that fails in clear words, and arrives once there is room [P14]',
  async () => {
    const disk = await smallDisk()
    const running = await disk.start()
    let held = true
    disk.proxy.fault = ({ method, path }) =>
      held && method === 'POST' && path.startsWith('api/upload/') ? 'silent' : null
    const content = randomBytes(MB)
    const path = join(await tempFolder(), '中途.zip')
    await writeFile(path, content)
    const { tasks } = await running.call('uploads.add', { grants: [running.host.grants.issue(path)], target: LIBRARY })
    const id = tasks[0]?.id ?? ''
    await expect
      .poll(() => disk.proxy.seen.some(({ method, path: at }) => method === 'POST' && at.startsWith('api/upload/')))
      .toBe(true)
    disk.fill()
    held = false
    await expect
      .poll(() => stateOf(running, id), { timeout: 20_000 })
      .toMatchObject({ step: 'failed', retry: true, message: expect.stringMatching(/磁盘.*请.*后重试/) as string })
    await expect(running.call('uploads.cancel', { ids: [id] })).rejects.toMatchObject({ code: 'no-space' })
    disk.free()
    await running.call('uploads.retry', { ids: [id] })
    await expect.poll(() => stateOf(running, id), { timeout: 20_000 }).toMatchObject({ step: 'done' })
    const rows = (await library(server, '中途.zip')).filter(({ isRegistered }) => isRegistered === 1)
    expect(rows).toMatchObject([{ sha512: sha512(content) }])
  },
)

it.skipIf(!mounts)(
  'a program that starts on a full disk keeps the queue: it goes on once there is room [P14]',
  async () => {
    const disk = await smallDisk()
    const first = await disk.start()
    disk.proxy.fault = ({ path }) => (path.startsWith('api/upload/') ? 'silent' : null)
    const folder = await tempFolder()
    const names = ['甲.zip', '乙.zip', '丙.zip']
    await Promise.all(names.map((name) => writeFile(join(folder, name), name)))
    const grants = names.map((name) => first.host.grants.issue(join(folder, name)))
    await first.call('uploads.add', { grants, target: LIBRARY })
    disk.fill()
    await first.host.close()
    const early = await runHost({ dataDir: disk.dataDir, uploadPatience: PATIENCE }).catch((error: unknown) => error)
    if (early instanceof Error)
      expect(early).toMatchObject({ code: 'no-space', message: expect.stringContaining('磁盘') })
    else await (early as RunningHost).host.close()
    disk.free()
    disk.proxy.fault = () => null
    const later = await disk.start()
    const done = async () => (await library(server, ...names)).filter(({ isRegistered }) => isRegistered === 1).length
    await expect.poll(done, { timeout: 20_000 }).toBe(3)
    expect(readdirSync(join(disk.dataDir, 'uploads')).filter((name) => name.includes('broken'))).toEqual([])
    await later.host.close()
  },
)
