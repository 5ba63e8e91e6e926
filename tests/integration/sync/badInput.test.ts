import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { stateDirOf } from '#services/sync/records.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
let remote: FakeRemote
afterEach(() => desk.close())

const FILES = { 'a.css': 'a', 'd/b.css': 'b', 'index.html': 'c' }
async function connected(): Promise<string> {
  remote = createFakeRemote(FILES)
  desk = await openSyncHarness(remote)
  const id = await desk.connect()
  await inStep()
  return id
}
const inStep = (): Promise<void> =>
  until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, failed: 0, halt: null }))
const deletions = (): string[] => remote.calls.filter((call) => call.startsWith('remove'))

test('[S17] a folder that a file has taken the place of halts as a missing one, and goes on when it is back', async () => {
  await connected()
  await rename(desk.root, `${desk.root}-away`)
  await writeFile(desk.root, 'a file of this name')
  await until(async () => expect((await desk.view()).halt?.kind).toBe('local-root-missing'))
  expect(deletions()).toEqual([])
  await rm(desk.root)
  await rename(`${desk.root}-away`, desk.root)
  await inStep()
  expect(await desk.texts()).toEqual(FILES)
  expect(remote.texts()).toEqual(FILES)
})

test('[S19] access that is withdrawn in the middle stops in order, says so, and deletes nothing; given back, it goes on', async () => {
  await connected()
  remote.onCall = (call) => {
    if (call !== 'wait') throw new AppError('forbidden', '您没有模板所属站点的权限')
  }
  await desk.write('a.css', 'mine')
  await desk.remove('d/b.css')
  await until(async () => {
    const { state, message } = await desk.view()
    expect([state, message]).toEqual(['failed', expect.stringContaining('您没有模板所属站点的权限')])
  })
  expect(remote.texts()).toEqual(FILES)
  expect(await desk.read('a.css')).toBe('mine')
  remote.onCall = () => undefined
  await desk.service.handlers['workspaces.syncNow']({ id: (await desk.view()).id })
  await until(() => expect(remote.texts()).toEqual({ 'a.css': 'mine', 'index.html': 'c' }))
})

test('the base of a newer program, with columns that this one does not know, loses and deletes nothing', async () => {
  const id = await connected()
  await desk.service.close()
  const database = new DatabaseSync(join(stateDirOf(desk.dataDir, id), 'base.sqlite'))
  database.exec("alter table base add column owner text not null default 'x'; create table later (name text)")
  database.close()
  await desk.write('a.css', 'while it was away')
  await desk.restart()
  await until(() => expect(remote.texts()).toEqual({ ...FILES, 'a.css': 'while it was away' }))
  await inStep()
  expect(await desk.texts()).toEqual(remote.texts())
  expect(deletions()).toEqual([])
})

test('a clock that is ten minutes off changes nothing: contents decide', async () => {
  await connected()
  for (const minutes of [10, -10]) {
    desk.clockShift = minutes * 60_000
    await desk.write('a.css', `mine ${minutes}`)
    remote.write('index.html', `theirs ${minutes}`)
    const both = { ...FILES, 'a.css': `mine ${minutes}`, 'index.html': `theirs ${minutes}` }
    await until(async () => {
      expect(remote.texts()).toEqual(both)
      expect(await desk.texts()).toEqual(both)
    })
    await inStep()
  }
  expect((await desk.view()).conflicts).toBe(0)
})
