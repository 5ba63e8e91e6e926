import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { type FAST, openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
let remote: FakeRemote
let id: string
afterEach(async () => {
  remote.onCall = () => undefined
  await desk.close()
})

const ten = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`p/${n}.css`, `body${n}`]))

/** Conflicts as the status counts them, and those that the list of files shows; one answer has both. */
async function counted(): Promise<{ status: number; listed: string[]; state: string }> {
  const { workspace, files } = await desk.service.handlers['workspaces.detail']({ id })
  const listed = files.filter(({ state }) => state === 'conflict').map(({ path }) => path)
  return { status: workspace.conflicts, listed, state: workspace.state }
}
/** Every answer until the check holds counts alike in both places. */
const untilCounted = (check: (now: Awaited<ReturnType<typeof counted>>) => void): Promise<void> =>
  until(async () => {
    const now = await counted()
    if (now.status !== now.listed.length) expect.fail(`the status counts ${now.status}, listed: ${now.listed.join()}`)
    check(now)
  })
const untilOne = (state = 'idle'): Promise<void> =>
  untilCounted((now) => expect(now).toEqual({ status: 1, listed: ['p/1.css'], state }))

async function conflicted(timing: Partial<typeof FAST> = {}): Promise<void> {
  remote = createFakeRemote(ten)
  desk = await openSyncHarness(remote, { timing })
  id = await desk.connect()
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', files: 10 }))
  await desk.service.handlers['workspaces.pause']({ id })
  await desk.write('p/1.css', 'mine')
  remote.write('p/1.css', 'theirs')
  await desk.service.handlers['workspaces.resume']({ id })
  await untilOne()
}

test('[S15] a conflict is counted and listed alike while the server can’t be reached', async () => {
  await conflicted()
  remote.onCall = () => {
    throw new AppError('no-response', '没有回答')
  }
  await desk.write('p/2.css', 'edited')
  await untilOne('offline')
  await until(async () => expect((await desk.file('p/2.css'))?.state).toBe('waiting'))
  expect((await desk.view()).waiting).toBe(1)
  expect(await counted()).toEqual({ status: 1, listed: ['p/1.css'], state: 'offline' })
})

test('[S15] and after a start, before the server has answered, and while paused', async () => {
  await conflicted()
  await desk.service.handlers['workspaces.pause']({ id })
  await desk.restart()
  expect(await counted()).toEqual({ status: 1, listed: ['p/1.css'], state: 'paused' })
  await desk.service.handlers['workspaces.resume']({ id })
  await untilOne()
})

test('[S15] and while its file is being written, and when it is held by a safety stop', async () => {
  await conflicted({ settle: 1500 })
  await desk.write('p/1.css', 'mine, again')
  // Somebody else's change makes a plan, in which the file that is just written has no part.
  remote.write('p/5.css', 'theirs')
  await until(async () => {
    await untilCounted(() => undefined)
    expect(await desk.read('p/5.css')).toBe('theirs')
  })
  expect(await counted()).toMatchObject({ status: 1, listed: ['p/1.css'] })
  await untilOne()
  for (let n = 0; n < 10; n++) await desk.write(`p/${n}.css`, `all ${n}`)
  await until(async () => {
    await untilOne('halted')
    expect((await desk.file('p/2.css'))?.reason).toContain('安全停止')
  })
  await untilOne('halted')
})

test('[S14] one whose copy can’t be put beside the file has failed: nothing can be chosen yet', async () => {
  await conflicted()
  remote.onCall = (call, path) => {
    if (call === 'read' && path === 'p/3.css') throw new AppError('rejected', '服务器拒绝')
  }
  await desk.service.handlers['workspaces.pause']({ id })
  await desk.write('p/3.css', 'mine')
  remote.write('p/3.css', 'theirs')
  await desk.service.handlers['workspaces.resume']({ id })
  await until(async () => {
    await untilCounted(({ listed }) => expect(listed).not.toContain('p/3.css'))
    expect(await desk.file('p/3.css')).toMatchObject({ state: 'failed', reason: '服务器拒绝' })
  })
  expect((await desk.view()).failed).toBe(1)
  remote.onCall = () => undefined
  await untilCounted((now) => expect(now).toMatchObject({ status: 2, listed: ['p/1.css', 'p/3.css'] }))
})

test('[S9] a file in conflict that becomes a folder is one no more: it says what to do, and both sides stay', async () => {
  await conflicted()
  await desk.service.handlers['workspaces.pause']({ id })
  await rm(join(desk.root, 'p/1.css'))
  await desk.write('p/1.css/inside.css', 'mine')
  await desk.service.handlers['workspaces.resume']({ id })
  await untilCounted((now) => expect(now).toMatchObject({ status: 0, listed: [] }))
  expect((await desk.file('p/1.css'))?.reason).toContain('同名的文件夹')
  expect([await desk.read('p/1.css/inside.css'), remote.texts()['p/1.css']]).toEqual(['mine', 'theirs'])
  // What it asks for is done: both go on.
  await rename(join(desk.root, 'p/1.css'), join(desk.root, 'p/one'))
  await until(() => expect(remote.texts()).toMatchObject({ 'p/one/inside.css': 'mine' }))
})
