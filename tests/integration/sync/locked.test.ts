import { execFileSync } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
let remote: FakeRemote
afterEach(() => desk.close())

async function connected(files: Record<string, string>): Promise<void> {
  remote = createFakeRemote(files)
  desk = await openSyncHarness(remote)
  await desk.connect()
  await inStep()
}
const inStep = (): Promise<void> =>
  until(async () => {
    expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, conflicts: 0, failed: 0 })
    expect(await desk.texts()).toEqual(remote.texts())
  })

/** A file under a mount of its own is refused (EBUSY) when it is replaced or removed, as Windows does with open files. */
async function locked(path: string, work: () => Promise<void>): Promise<void> {
  const file = join(desk.root, path)
  execFileSync('mount', ['--bind', file, file])
  try {
    await work()
  } finally {
    execFileSync('umount', ['--lazy', file])
  }
}

describe.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')('a file that another program holds', () => {
  test('[S35] [S14] waits with the reason, holds no other file up, and is replaced when it is free', async () => {
    await connected({ 'a.css': '1', 'b.css': '1' })
    await locked('a.css', async () => {
      remote.write('a.css', '2')
      remote.write('b.css', 'b2')
      await until(async () =>
        expect(await desk.file('a.css')).toMatchObject({ state: 'waiting', reason: expect.stringContaining('占用') }),
      )
      await until(async () => expect(await desk.read('b.css')).toBe('b2'))
      expect(await desk.read('a.css')).toBe('1')
      // It is tried again by itself: an attempt later it still waits.
      const attempts = (): number => remote.calls.filter((call) => call === 'read a.css').length
      const before = attempts()
      await until(() => attempts() > before + 1)
      await until(async () => expect(await desk.file('a.css')).toMatchObject({ state: 'waiting' }))
    })
    await inStep()
    expect(await desk.read('a.css')).toBe('2')
  })

  test('[S35] [S20] stays until it is free when the server deleted it, and is in the trash then', async () => {
    await connected({ 'a.css': '1', 'b.css': '1', 'c.css': '1' })
    await locked('a.css', async () => {
      remote.remove('a.css')
      await until(async () =>
        expect(await desk.file('a.css')).toMatchObject({ state: 'waiting', reason: expect.stringContaining('占用') }),
      )
      expect(await desk.read('a.css')).toBe('1')
      await desk.write('b.css', 'mine')
      await until(() => expect(remote.texts()['b.css']).toBe('mine'))
    })
    await until(async () => expect(Object.keys(await desk.texts())).toEqual(['b.css', 'c.css']))
    await inStep()
    const { id } = await desk.view()
    expect(await desk.service.handlers['workspaces.trash']({ id })).toMatchObject([{ path: 'a.css', side: 'local' }])
  })
})

test('[S35] the watcher is in nobody’s way: watched folders are renamed and removed at once, also the whole folder', async () => {
  await connected({ 'p/q/r/a.css': '1', 's/b.css': '1', 't.css': '1' })
  const at = (path: string): string => join(desk.root, path)
  await rename(at('p/q'), at('p/z'))
  await rename(at('p'), at('o'))
  await rm(at('s'), { recursive: true })
  await until(() => expect(remote.texts()).toEqual({ 'o/z/r/a.css': '1', 't.css': '1' }))
  await inStep()
  await rename(desk.root, `${desk.root}-away`)
  await until(async () => expect((await desk.view()).halt?.kind).toBe('local-root-missing'))
  await rename(`${desk.root}-away`, desk.root)
  await inStep()
  expect(Object.keys(remote.texts())).toHaveLength(2)
})
