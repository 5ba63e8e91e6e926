import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#services/sync/base/database.ts'
import { createBaseStore } from '#services/sync/base/store.ts'
import { createSyncTrees } from '#services/sync/core/syncTrees.ts'
import { stateDirOf } from '#services/sync/records.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
let remote: FakeRemote
afterEach(() => desk.close())

/** Files that came in a batch, and an end right after it; `rebooted`: of the machine, else of the program alone. */
async function endedAfterClone(rebooted: boolean): Promise<void> {
  remote = createFakeRemote({ 'a.css': 'one', 'b.css': 'two', 'd/c.css': 'three' })
  desk = await openSyncHarness(remote)
  const id = await desk.connect()
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', files: 3 }))
  await desk.service.close()
  const store = createBaseStore(openDatabase(stateDirOf(desk.dataDir, id), memoryLog()), createSyncTrees())
  expect(store.listUnsynced().toSorted()).toEqual(['a.css', 'b.css', 'd/c.css'])
  if (rebooted) store.write('boot', 'an earlier start of this machine')
  store.close()
}

test('[S28] a file that a power cut emptied is not taken for an edit: the server keeps its content, both are shown', async () => {
  await endedAfterClone(true)
  await truncate(join(desk.root, 'a.css'))
  await desk.restart()
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', conflicts: 1 }))
  expect(remote.texts()).toEqual({ 'a.css': 'one', 'b.css': 'two', 'd/c.css': 'three' })
  expect(Object.values(await desk.texts())).toContain('one')
  expect((await desk.file('a.css'))?.state).toBe('conflict')
  expect((await desk.file('b.css'))?.state).toBe('synced')
})

test('[S28] a file that a power cut took away altogether comes back from the server', async () => {
  await endedAfterClone(true)
  await desk.remove('d/c.css')
  await desk.restart()
  await until(async () => expect(await desk.texts()).toMatchObject({ 'd/c.css': 'three' }))
  expect(Object.keys(remote.texts())).toHaveLength(3)
})

test('an edit made while only the program was closed is one', async () => {
  await endedAfterClone(false)
  await truncate(join(desk.root, 'a.css'))
  await desk.restart()
  await until(() => expect(remote.texts()['a.css']).toBe(''))
})
