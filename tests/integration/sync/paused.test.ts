import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
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

test('a folder that goes while paused is not touched, and stops the sync once it goes on', async () => {
  await paused()
  await desk.remove('.')
  await desk.service.handlers['workspaces.resume']({ id })
  await until(async () => expect((await desk.view()).halt?.kind).toBe('local-root-missing'))
  expect(Object.keys(remote.texts())).toHaveLength(3)
})
