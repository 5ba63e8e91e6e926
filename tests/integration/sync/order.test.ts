import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

const FORMER = {
  'keep.css': '1',
  'keep2.css': '2',
  'keep3.css': '3',
  'keep4.css': '4',
  'o/p/q.css': 'q',
  'o/r.css': 'r',
}
const COMING = { 'x/y/z/index.html': 'page', 'x/y/a.css': 'css', 'x/b.js': 'js', 'index.html': 'home' }
let desk: SyncHarness
let remote: FakeRemote
let id: string
afterEach(() => desk.close())

async function paused(batch: boolean): Promise<void> {
  remote = createFakeRemote(FORMER, { batch })
  // What is gone or written counts at once, so that all of it is in one plan.
  desk = await openSyncHarness(remote, { timing: { settle: 0, deleteSettle: 0 } })
  id = await desk.connect()
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', files: 6, waiting: 0 }))
  await desk.service.handlers['workspaces.pause']({ id })
  remote.calls.length = 0
}
/** What goes with the folder `o`: two folders, two files. */
const GONE = 4
/** Waits until the pause knows so many changed files and folders: the first plan after it holds them all. */
const seen = (count: number): Promise<void> => until(async () => expect((await desk.view()).waiting).toBe(count))
async function resume(): Promise<void> {
  await desk.service.handlers['workspaces.resume']({ id })
  await until(async () => {
    expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, failed: 0 })
    expect(await desk.texts()).toEqual(remote.texts())
    expect(remote.texts()).not.toHaveProperty(['o/r.css'])
  })
}
/** A step that came too early fails, and is tried again: that shows in the log alone. */
const troubles = async (): Promise<string[]> =>
  (await desk.service.handlers['workspaces.detail']({ id })).log
    .filter(({ level }) => level !== 'info')
    .map(({ path, text }) => `${path} ${text}`)
const names = (call: string): string[] =>
  remote.calls.filter((made) => made.startsWith(`${call} `)).map((made) => made.slice(call.length + 1))

describe.each([true, false])('[S19] [S31] a plan of steps that depend on each other (batches: %s)', (batch) => {
  test('goes up as folders from the top, what pages use, pages, then deletions from the bottom', async () => {
    await paused(batch)
    for (const [path, text] of Object.entries(COMING)) await desk.write(path, text)
    await desk.remove('o')
    await seen(3 + Object.keys(COMING).length + GONE)
    // Who makes a folder takes his time: the one in it waits for that.
    remote.onCall = async (call, path) => {
      if (call === 'makeFolder' && path !== 'x/y/z') await sleep(20)
    }
    await resume()
    expect(names('makeFolder')).toEqual(['x', 'x/y', 'x/y/z'])
    expect(names('put').slice(0, 2).toSorted()).toEqual(['x/b.js', 'x/y/a.css'])
    expect(names('put').slice(2).toSorted()).toEqual(['index.html', 'x/y/z/index.html'])
    expect(names('removeFile').toSorted()).toEqual(['o/p/q.css', 'o/r.css'])
    expect(names('removeFolder')).toEqual(['o/p', 'o'])
    const at = (call: string, last: boolean): number =>
      remote.calls[last ? 'findLastIndex' : 'findIndex']((made) => made.startsWith(`${call} `))
    expect(at('makeFolder', true)).toBeLessThan(at('put', false))
    expect(at('put', true)).toBeLessThan(at('removeFile', false))
    expect(at('removeFile', true)).toBeLessThan(at('removeFolder', false))
    expect(await troubles()).toEqual([])
  })

  test('comes down in the same order, and no step fails', async () => {
    await paused(batch)
    for (const [path, text] of Object.entries(COMING)) remote.write(path, text)
    remote.remove('o')
    await resume()
    expect(names('read').slice(0, 2).toSorted()).toEqual(['x/b.js', 'x/y/a.css'])
    expect(names('read').slice(2).toSorted()).toEqual(['index.html', 'x/y/z/index.html'])
    expect(await troubles()).toEqual([])
  })
})

test('[S31] a folder that is in another batch than the one around it waits for that', async () => {
  await paused(true)
  Object.assign(requireValue(remote.batch, 'batches').limits, { paths: 1 })
  remote.onCall = async (call, path) => {
    if (call === 'makeFolder' && path === 'x') await sleep(30)
  }
  for (const path of ['x/y/z/1.css', 'x/2.css', 'v/3.css']) await desk.write(path, path)
  await desk.remove('o')
  await seen(4 + 3 + GONE)
  await resume()
  expect(names('makeFolder')).toHaveLength(4)
  expect(await troubles()).toEqual([])
})

test('[S19] a deletion that failed holds back those of folders', async () => {
  await paused(true)
  await desk.remove('o')
  await seen(GONE)
  let failing = true
  remote.onCall = (call, path) => {
    if (failing && call === 'removeFile' && path === 'o/r.css') throw new AppError('rejected', '服务器拒绝')
  }
  await desk.service.handlers['workspaces.resume']({ id })
  await until(async () => expect(await desk.file('o/r.css')).toMatchObject({ state: 'failed' }))
  expect(names('removeFolder')).toEqual([])
  failing = false
  await until(() => expect(names('removeFolder')).toEqual(['o/p', 'o']))
})
