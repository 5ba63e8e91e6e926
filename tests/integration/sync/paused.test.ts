import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
let remote: FakeRemote
let id: string
afterEach(() => desk.close())

async function paused(): Promise<void> {
  remote = createFakeRemote({ 'a.css': '1', 'b.css': '1', 'd/c.css': '1' })
  desk = await openSyncHarness(remote)
  id = await desk.connect()
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, files: 3 }))
  await desk.service.handlers['workspaces.pause']({ id })
  remote.calls.length = 0
}
const untilWaiting = (waiting: number): Promise<void> =>
  until(async () => expect(await desk.view()).toMatchObject({ state: 'paused', waiting }))

test('a paused workspace counts what changes in its folder, and asks the server nothing', async () => {
  await paused()
  await desk.write('a.css', '2')
  await desk.write('new.css', 'new')
  await desk.remove('d/c.css')
  await untilWaiting(3)
  expect((await desk.file('d/c.css'))?.state).toBe('local-changed')
  await desk.write('d/c.css', '1')
  await untilWaiting(2)
  // Touched, not changed; and left alone.
  await utimes(join(desk.root, 'b.css'), new Date(), new Date())
  await desk.write('x.tmp', 'x')
  await desk.write('.sitecraftignore', 'new.css')
  await untilWaiting(1)
  expect(remote.calls.filter((call) => call !== 'wait')).toEqual([])
  await desk.service.handlers['workspaces.resume']({ id })
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0 }))
  expect(remote.texts()).toEqual({ 'a.css': '2', 'b.css': '1', 'd/c.css': '1' })
})

test('so it does after a start, of what changed while the program was closed, too', async () => {
  await paused()
  await desk.service.close()
  await desk.write('a.css', '2')
  await desk.write('new.css', 'new')
  await desk.restart()
  remote.calls.length = 0
  await untilWaiting(2)
  await desk.write('b.css', '2')
  await untilWaiting(3)
  expect(remote.calls).toEqual([])
})

test('a workspace that rests after a start with --safe has its folder left alone', async () => {
  await paused()
  await desk.service.handlers['workspaces.resume']({ id })
  await until(async () => expect((await desk.view()).state).toBe('idle'))
  await desk.service.close()
  await desk.remove('.sitecraft-sync')
  await desk.write('a.css', '2')
  await desk.service.start({ resting: true })
  // Answered after whatever the loop began with.
  await expect(desk.service.handlers['workspaces.restoreTrash']({ id, entry: 'none' })).rejects.toBeInstanceOf(AppError)
  expect(await readdir(desk.root)).toEqual(['a.css', 'b.css', 'd'])
  expect(await desk.view()).toMatchObject({ state: 'paused', waiting: 0 })
  await desk.service.resume()
  await until(() => expect(remote.texts()['a.css']).toBe('2'))
})

test('a folder that goes while paused is not touched, and stops the sync once it goes on', async () => {
  await paused()
  // The engine makes its own places once more as it begins to rest; when it counts, it only reads.
  await desk.write('a.css', '2')
  await untilWaiting(1)
  await desk.remove('.')
  await desk.service.handlers['workspaces.resume']({ id })
  await until(async () => expect((await desk.view()).halt?.kind).toBe('local-root-missing'))
  expect(Object.keys(remote.texts())).toHaveLength(3)
})
