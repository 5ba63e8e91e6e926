import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApiClient } from '#services/api/client.ts'
import { AppError } from '#shared/errors/index.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { createFakeRemote } from '#tests/fakes/remote.ts'
import { fakeSessions, openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { runServer, ServerProcess } from '#tests/integration/server/harness/process.ts'

/** ms in which a save is to be seen while the server says nothing; it takes about 0.3 s. */
const SOON = 3000

let desk: SyncHarness
/** The page says 已同步 of it, and the command line ends with 0. */
const saysInStep = async (): Promise<boolean> => {
  const { state, waiting, conflicts, failed } = await desk.view()
  return state === 'idle' && waiting + conflicts + failed === 0
}
const stateOf = async (path: string): Promise<string> => (await desk.file(path))?.state ?? ''
const inStep = (): Promise<void> => until(async () => expect(await saysInStep()).toBe(true))

describe.skipIf(process.platform === 'win32')('a server that takes every question and answers none', () => {
  let dataDir: string
  let server: ServerProcess
  let client: TestClient
  let folder: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-hang-'))
    server = new ServerProcess(['--port', '0', '--data', dataDir])
    const nobody = await server.listening()
    const { stdout } = await runServer(['token', '--data', dataDir])
    client = new TestClient(nobody.url, (await nobody.ok('account.autoLogin', { token: stdout.trim() })).token)
    folder = (await buildTemplate(client, { files: { 'a.css': '1', 'b.css': '1', 'c.css': '1' } })).folder
    const { url } = client
    const connection = () =>
      ({ id: 'c1', name: '', kind: 'remote', baseUrl: url, pathMap: {}, certificate: '' }) as const
    const api = createApiClient({ connection, token: () => client.token, log: memoryLog() })
    desk = await openSyncHarness(
      null,
      {},
      fakeSessions(() => api),
    )
    const { planId } = await desk.plan(desk.root, folder)
    await desk.service.handlers['workspaces.connect']({ planId })
    await until(async () => expect(await desk.view()).toMatchObject({ files: 3 }))
    await inStep()
  }, 60_000)
  afterEach(async () => {
    server.child.kill('SIGCONT')
    await desk.close()
    await server.kill('SIGKILL')
    await rm(dataDir, { recursive: true })
  })

  test('what is saved meanwhile is counted at once, one save after the other, and nothing is called in step', async () => {
    server.child.kill('SIGSTOP')
    await desk.write('a.css', '2')
    await until(async () => expect((await desk.view()).waiting).toBe(1), SOON)
    expect(await stateOf('a.css')).toBe('local-changed')
    // The question about the first one still hangs.
    await desk.write('new.css', 'new')
    await desk.remove('b.css')
    await until(async () => expect((await desk.view()).waiting).toBe(3), SOON)
    expect([await stateOf('new.css'), await stateOf('b.css')]).toEqual(['local-changed', 'local-changed'])
    // What is as it was does not wait any more.
    await desk.write('b.css', '1')
    await until(async () => expect((await desk.view()).waiting).toBe(2), SOON)
    expect(await saysInStep()).toBe(false)
    server.child.kill('SIGCONT')
    await inStep()
    const read = async (name: string) =>
      (await client.ok('templateFile.open', { path: folder, openFileName: name })).content
    expect([await read('a.css'), await read('new.css'), await read('b.css')]).toEqual(['2', 'new', '1'])
  }, 60_000)

  test('[S21] rules that change meanwhile hold at once, whoever writes them', async () => {
    const [{ id } = { id: '' }] = await desk.service.handlers['workspaces.list']({})
    server.child.kill('SIGSTOP')
    for (let n = 0; n < 5; n++) await desk.write(`log/${n}.log`, 'x')
    await desk.write('a.css', '2')
    await until(async () => expect((await desk.view()).waiting).toBe(7), SOON)
    await desk.write('.sitecraftignore', '*.log')
    await until(async () => expect((await desk.view()).waiting).toBe(2), SOON)
    const { hash } = await desk.service.handlers['workspaces.ignoreFile']({ id })
    await desk.service.handlers['workspaces.saveIgnoreFile']({ id, text: 'log/', hash })
    // Nobody had to wait for the server for that: it is not even known to be gone.
    await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 1 }), SOON)
    server.child.kill('SIGCONT')
    await inStep()
    const { entries } = await client.ok('templateSync.manifest', { folder })
    expect(entries.map(({ path }) => path).toSorted()).toEqual(['a.css', 'b.css', 'c.css'])
  }, 60_000)
})

describe('a change that the watcher has named', () => {
  let answer: () => void = () => undefined
  afterEach(async () => {
    answer()
    await desk.close()
  })

  test('is never called in step, from the moment of the hint until the server has it', async () => {
    const remote = createFakeRemote({ 'a.css': '1' })
    desk = await openSyncHarness(remote)
    await desk.connect()
    await inStep()
    const hanging = new Promise<void>((resolve) => (answer = resolve))
    remote.onCall = (call) => (call === 'list' || call === 'put' ? hanging : undefined)
    // The watcher hears a file that grows for a while: its content can't be told yet.
    await desk.write('a.css', 'half')
    await until(async () => expect(await saysInStep()).toBe(false), SOON)
    const seen: boolean[] = []
    for (let n = 0; n < 20; n++) {
      await desk.write('a.css', `grows ${n}`)
      seen.push(await saysInStep())
    }
    await until(async () => expect(await stateOf('a.css')).toBe('local-changed'), SOON)
    seen.push(await saysInStep())
    expect(seen).not.toContain(true)
    answer()
    await inStep()
    expect(remote.texts()).toEqual({ 'a.css': 'grows 19' })
  })

  test('is announced at the hint, also while a step of the cycle before waits for the server', async () => {
    const remote = createFakeRemote({ 'a.css': '1', 'b.css': '1' })
    desk = await openSyncHarness(remote)
    const id = await desk.connect()
    await inStep()
    const hanging = new Promise<void>((resolve) => (answer = resolve))
    let isRead = false
    remote.onCall = (call) => {
      if (call !== 'read') return
      isRead = true
      return hanging
    }
    // A conflict is being compared: the server does not answer with its version.
    await desk.service.handlers['workspaces.pause']({ id })
    await desk.write('a.css', 'mine')
    remote.write('a.css', 'theirs')
    await desk.service.handlers['workspaces.resume']({ id })
    await until(() => expect(isRead).toBe(true))
    // What was said of the conflict may still come: some looks in a row find nothing new.
    let [before, looks] = [0, 0]
    await until(() => {
      looks = desk.events.length === before ? looks + 1 : 0
      before = desk.events.length
      expect(looks).toBeGreaterThan(10)
    })
    await desk.write('b.css', '2')
    await until(() => expect(desk.events.length).toBeGreaterThan(before), SOON)
    expect(await saysInStep()).toBe(false)
    answer()
    await until(() => expect(remote.texts()['b.css']).toBe('2'))
  })

  test('and that turns out to be none, or of an ignored file, leaves the workspace in step and reports it', async () => {
    const remote = createFakeRemote({ 'a.css': '1' })
    desk = await openSyncHarness(remote)
    await desk.connect()
    await desk.write('node_modules/x/index.js', '1')
    await inStep()
    remote.onCall = () => {
      throw new AppError('no-response', 'nobody is asked about nothing')
    }
    await desk.write('node_modules/x/index.js', '2')
    expect(await saysInStep()).toBe(true)
    await desk.write('a.css', '1')
    await inStep()
    const before = desk.events.length
    // Somebody is told that it is being looked at: then he is told of the end, too.
    await desk.write('a.css', '1')
    await until(async () => expect(await saysInStep()).toBe(false), SOON)
    await until(() => expect(desk.events.length).toBeGreaterThan(before))
    await inStep()
  })
})

describe('a server that is gone', () => {
  afterEach(() => desk.close())

  test('a server that is said to be at once, also while somebody waits for it', async () => {
    const remote = createFakeRemote({ 'a.css': '1' })
    desk = await openSyncHarness(remote)
    const id = await desk.connect()
    await inStep()
    let fail: () => void = () => undefined
    const gone = new Promise<void>((_resolve, reject) => (fail = () => reject(new AppError('no-response', '没有回答'))))
    let lists = 0
    let end: () => void = () => undefined
    const hanging = new Promise<void>((resolve) => (end = resolve))
    remote.onCall = (call) => (call === 'list' ? (lists++ === 0 ? gone : hanging) : undefined)
    await desk.write('a.css', '2')
    await until(() => lists === 1)
    const asked = desk.service.handlers['workspaces.transfer']({ id, direction: 'sync', only: [], dryRun: true })
    fail()
    await until(() => lists === 2)
    await until(async () => expect(await desk.view()).toMatchObject({ state: 'offline', waiting: 1 }), SOON)
    end()
    await asked
    await inStep()
  })
})
