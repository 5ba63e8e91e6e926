import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { requireValue } from '#shared/util/assertNever.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { seededNumber } from '#tests/fakes/seededNumber.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

/** The last ones are left alone: all of a template's files changed would be a safety stop. */
const START = { 'a.css': 'a', 'b.css': 'b', 'd/c.css': 'c', '1.js': '1', '2.js': '2', '3.js': '3' }
let remote: FakeRemote
let desks: SyncHarness[] = []
afterEach(async () => {
  for (const desk of desks.toReversed()) await desk.close()
  desks = []
})

const stateOf = async (desk: SyncHarness): Promise<string> => (await desk.view()).state
const syncNow = async (desk: SyncHarness): Promise<unknown> =>
  desk.service.handlers['workspaces.syncNow']({ id: (await desk.view()).id })

/** Two programs, each with data of its own, that have the same folder as a workspace; both are closed. */
async function twoDesks(): Promise<[SyncHarness, SyncHarness]> {
  remote = createFakeRemote(START)
  const first = await openSyncHarness(remote)
  const second = await openSyncHarness(remote)
  desks = [first, second]
  second.root = first.root
  for (const desk of desks) {
    const { planId } = await desk.plan(first.root)
    await desk.service.handlers['workspaces.connect']({ planId })
    await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', files: 6 }))
    await desk.service.close()
  }
  return [first, second]
}
/** One has the folder, and both sides are in step for it; the other one is locked out. */
const oneSyncs = (): Promise<void> =>
  until(async () => {
    const views = await Promise.all(desks.map((desk) => desk.view()))
    for (const [at, { state }] of views.entries())
      if (state === 'locked') await syncNow(requireValue(desks[at], 'a desk'))
    expect(views.map(({ state }) => state).toSorted()).toEqual(['idle', 'locked'])
    expect(views.find(({ state }) => state === 'idle')).toMatchObject({ waiting: 0, conflicts: 0, failed: 0 })
  })
const moved = (): string[] => remote.calls.filter((call) => /^(put|read|copy|remove)/.test(call))

test('[S30] of two programs with the same folder one syncs it; when it goes, the other one goes on from there', async () => {
  const [first, second] = await twoDesks()
  await second.restart()
  await until(async () => expect(await stateOf(second)).toBe('idle'))
  await first.restart()
  await until(async () => expect(await stateOf(first)).toBe('locked'))
  remote.calls.length = 0
  await second.write('mine.css', 'mine')
  remote.write('theirs.css', 'theirs')
  await until(async () => {
    expect(remote.texts()['mine.css']).toBe('mine')
    expect((await second.texts())['theirs.css']).toBe('theirs')
  })
  await syncNow(first)
  await until(async () => expect(await stateOf(first)).toBe('locked'))
  expect(moved()).toEqual(expect.arrayContaining(['put mine.css', 'read theirs.css']))
  expect(moved()).toHaveLength(2)

  await second.service.close()
  await first.remove('a.css')
  await syncNow(first)
  await until(async () => expect(await stateOf(first)).toBe('idle'))
  await until(() => expect(remote.texts()).not.toHaveProperty(['a.css']))
  expect(await first.texts()).toEqual(remote.texts())
  await second.restart()
  await until(async () => expect(await stateOf(second)).toBe('locked'))
  expect(remote.texts()).not.toHaveProperty(['a.css'])
  expect((await first.view()).conflicts).toBe(0)
})

test('[S9] [S20] [S30] whichever of two programs has the folder, nothing is lost and both sides converge', async () => {
  const [first, second] = await twoDesks()
  let picks = 0
  const pick = <T>(of: readonly T[]): T =>
    requireValue(of[seededNumber(20261128, (picks += 1)) % of.length], 'one of them')
  const paths = ['a.css', 'b.css', 'd/c.css', 'd/e.css', 'f.css']
  const last = new Map<string, string>(Object.entries(START))
  for (const desk of desks) await desk.restart()
  await oneSyncs()
  for (let n = 0; n < 24; n++) {
    const path = pick(paths)
    const text = `${n} ${path}`
    if (n % 2 === 0) await first.write(path, text)
    else remote.write(path, text)
    last.set(path, text)
    await until(async () => {
      expect(remote.texts()[path]).toBe(text)
      expect((await first.texts())[path]).toBe(text)
    })
    // Who has the folder next sees the two sides in step first: what it did not see happen would be a conflict to it.
    if (n % 3 === 0) await pick([first, second]).restart()
    await oneSyncs()
  }
  const wanted = Object.fromEntries([...last].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  expect(remote.texts()).toEqual(wanted)
  expect(await first.texts()).toEqual(wanted)
})

test('[S17] [S18] another disk under the same path, with other files, deletes nothing, and the right one goes on', async () => {
  remote = createFakeRemote(START)
  const desk = await openSyncHarness(remote)
  desks = [desk]
  await desk.connect()
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', files: 6 }))
  const right = `${desk.root} right`
  await rename(desk.root, right)
  await mkdir(desk.root)
  await desk.write('other.css', 'of another disk')
  await syncNow(desk)
  await until(async () => expect((await desk.view()).halt?.kind).toBe('mass-delete-remote'))
  expect(remote.texts()).toMatchObject(START)
  await rename(desk.root, join(right, '../wrong'))
  await rename(right, desk.root)
  await desk.write('a.css', 'edited')
  await syncNow(desk)
  await until(async () => expect((await desk.view()).state).toBe('idle'))
  await until(() => expect(remote.texts()).toMatchObject({ ...START, 'a.css': 'edited' }))
})
