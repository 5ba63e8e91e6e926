import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { SafetyStop } from '#shared/contract/workspace.ts'
import { openDatabase } from '#services/sync/base/database.ts'
import { stateDirOf } from '#services/sync/records.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
let remote: FakeRemote
let id: string
afterEach(() => desk.close())

const ten = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`p/${n}.css`, `body${n}`]))

/** A workspace of ten files, in step. */
async function inStep(sites: string[]): Promise<void> {
  remote = createFakeRemote(ten)
  desk = await openSyncHarness(remote, { liveSites: async () => sites })
  id = await desk.connect()
  await until(async () => expect(await desk.texts()).toEqual(ten))
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', halt: null, files: 10 }))
}

const shown = () => desk.service.handlers['workspaces.halt']({ id })
const listed = async (): Promise<string[]> => (await shown()).items.map(({ path, action }) => `${action} ${path}`)
const untilListed = (...lines: string[]): Promise<void> => until(async () => expect(await listed()).toEqual(lines))
const untilStop = (stop: Partial<SafetyStop>): Promise<void> =>
  until(async () => expect((await desk.view()).halt).toMatchObject(stop))
const answer = (signature: string) =>
  desk.service.handlers['workspaces.answerHalt']({ id, answer: 'proceed', signature })
const removals = (): string[] => remote.calls.filter((call) => call.startsWith('remove'))

describe('the question before files go to an enabled site', () => {
  test('[S41] its list is what waits now: files added and edited since are in it, with their sizes', async () => {
    await inStep(['官网'])
    await desk.write('p/1.css', 'edited')
    await untilListed('upload p/1.css')
    await desk.write('p/1.css', 'edited once more')
    await desk.write('wrong.html', '<p>')
    await desk.write('big.jpg', new Uint8Array(600_000).fill(1))
    await untilListed('upload big.jpg', 'upload p/1.css', 'upload wrong.html')
    await until(async () => expect((await shown()).items.map(({ size }) => size)).toEqual([600_000, 16, 3]))
    await untilStop({ kind: 'live-template', deletes: 3 })
    await desk.write('p/1.css', 'body1')
    await untilListed('upload big.jpg', 'upload wrong.html')
    expect(remote.texts()).toEqual(ten)
    await desk.answer('proceed')
    await until(() => expect(Object.keys(remote.texts())).toHaveLength(12))
    await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', halt: null, waiting: 0 }))
  })

  test('[S41] it ends when everything is as before, and keeps no list', async () => {
    await inStep(['官网'])
    await desk.write('p/1.css', 'edited')
    await desk.write('new.css', 'new')
    await untilListed('upload new.css', 'upload p/1.css')
    await desk.write('p/1.css', 'body1')
    await desk.remove('new.css')
    await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', halt: null, waiting: 0 }))
    expect(await shown()).toEqual({ halt: null, items: [] })
    expect(remote.texts()).toEqual(ten)
    // Nobody agreed to anything: the next change is asked about.
    await desk.write('p/2.css', 'edited')
    await untilListed('upload p/2.css')
  })

  test('[S41] a yes to an old list carries nothing: the new one is shown, and asked about', async () => {
    await inStep(['官网'])
    await desk.write('p/1.css', 'edited')
    await untilListed('upload p/1.css')
    const old = (await desk.view()).halt?.signature ?? ''
    await desk.write('unseen.css', 'unseen')
    await expect(answer(old)).rejects.toMatchObject({ code: 'conflict' })
    await untilListed('upload p/1.css', 'upload unseen.css')
    await expect(answer(old)).rejects.toMatchObject({ code: 'conflict' })
    expect(remote.texts()).toEqual(ten)
    await desk.answer('proceed')
    await until(() => expect(remote.texts()).toMatchObject({ 'p/1.css': 'edited', 'unseen.css': 'unseen' }))
  })

  test('[S41] a yes and a save at the same moment: either it is refused, or it stood for the files it showed', async () => {
    await inStep(['官网'])
    await desk.write('p/1.css', 'edited')
    await untilListed('upload p/1.css')
    const old = (await desk.view()).halt?.signature ?? ''
    const [, given] = await Promise.allSettled([desk.write('p/2.css', 'at the same moment'), answer(old)])
    if (given.status === 'rejected') {
      await untilListed('upload p/1.css', 'upload p/2.css')
      expect(remote.texts()).toEqual(ten)
      await desk.answer('proceed')
    }
    await until(() => expect(remote.texts()).toMatchObject({ 'p/1.css': 'edited', 'p/2.css': 'at the same moment' }))
  })
})

describe('more than one question', () => {
  test('[S18] the one in front says how many files wait behind it, and the next one is asked after it', async () => {
    await inStep(['官网'])
    await desk.write('p/9.css', 'edited')
    await desk.write('new.css', 'new')
    for (let n = 0; n < 6; n++) await desk.remove(`p/${n}.css`)
    await untilStop({ kind: 'mass-delete-remote', deletes: 6, others: 2 })
    await desk.answer('proceed')
    await untilStop({ kind: 'live-template', deletes: 8, others: 0 })
    expect(await listed()).toHaveLength(8)
    expect(remote.texts()).toEqual(ten)
    await desk.answer('proceed')
    await until(() => expect(Object.keys(remote.texts())).toHaveLength(5))
  })

  test('[S18] its text counts the files of now', async () => {
    await inStep([])
    for (let n = 0; n < 6; n++) await desk.remove(`p/${n}.css`)
    await untilStop({ message: '本地删除了 10 个文件中的 6 个，确认后才会从服务器删除' })
    await desk.write('new.css', 'new')
    await untilStop({ total: 11 })
    expect((await desk.view()).halt?.message).toBe('本地删除了 11 个文件中的 6 个，确认后才会从服务器删除')
  })
})

describe('deletions of which few are left', () => {
  /** Six of ten were missing, and all but two came back: fewer than make a stop, and they wait for the answer. */
  async function twoLeft(): Promise<void> {
    await inStep([])
    await mkdir(join(desk.dataDir, 'away'))
    const away = (n: number): string => join(desk.dataDir, `away/${n}`)
    const here = (n: number): string => join(desk.root, `p/${n}.css`)
    for (let n = 0; n < 6; n++) await rename(here(n), away(n))
    await untilStop({ kind: 'mass-delete-remote', deletes: 6 })
    for (let n = 0; n < 4; n++) await rename(away(n), here(n))
    await untilStop({ kind: 'mass-delete-remote', deletes: 2 })
  }

  test('[S17] they still wait after the folder was away', async () => {
    await twoLeft()
    await rename(desk.root, `${desk.root}-moved`)
    await untilStop({ kind: 'local-root-missing' })
    await rename(`${desk.root}-moved`, desk.root)
    await untilStop({ kind: 'mass-delete-remote', deletes: 2 })
    expect(removals()).toEqual([])
  })

  test('[S18] they still wait when a push of other files is the first that happens after a start', async () => {
    await twoLeft()
    await desk.service.handlers['workspaces.pause']({ id })
    await desk.restart()
    await desk.write('new.css', 'new')
    await desk.service.handlers['workspaces.transfer']({ id, direction: 'push', only: ['new.css'], dryRun: false })
    await desk.service.handlers['workspaces.resume']({ id })
    await untilStop({ kind: 'mass-delete-remote', deletes: 2 })
    expect(removals()).toEqual([])
  })
  test('[S18] they still wait when an earlier version stopped, and most came back before this one began', async () => {
    await inStep([])
    for (let n = 0; n < 6; n++) await desk.remove(`p/${n}.css`)
    await untilStop({ kind: 'mass-delete-remote', deletes: 6 })
    await desk.service.close()
    asEarlierVersion()
    for (let n = 0; n < 4; n++) await desk.write(`p/${n}.css`, `body${n}`)
    await desk.restart()
    await untilStop({ kind: 'mass-delete-remote', deletes: 2 })
    await untilListed('delete-remote p/4.css', 'delete-remote p/5.css')
    expect(removals()).toEqual([])
    await desk.answer('proceed')
    await until(() => expect(Object.keys(remote.texts())).toHaveLength(8))
  })

  test('[S18] what an earlier version stopped for other reasons holds no deletion', async () => {
    await inStep(['官网'])
    await desk.remove('p/0.css')
    await untilStop({ kind: 'live-template' })
    await desk.service.close()
    asEarlierVersion()
    await desk.restart()
    await untilStop({ kind: 'live-template', others: 0 })
    await desk.answer('proceed')
    await until(() => expect(Object.keys(remote.texts())).toHaveLength(9))
  })
})

/** What the state of the workspace was before deletions were remembered beside the list that is shown. */
function asEarlierVersion(): void {
  const database = openDatabase(stateDirOf(desk.dataDir, id), memoryLog())
  database.prepare("delete from state where name = 'held-deletions'").run()
  database.prepare("update state set value = json_remove(value, '$.others') where name = 'halt'").run()
  database.close()
}
