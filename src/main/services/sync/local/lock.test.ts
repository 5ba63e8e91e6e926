import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { movedTime, type MovedTime } from '#tests/fakes/lockTime.ts'
import { until } from '#tests/fakes/syncHarness.ts'
import { layoutOf, createReservedFolder, type Layout } from './layout.ts'
import { readFolderHolder, type FolderLock, belongsToWorkspace, lockFolder } from './lock.ts'

const SECOND = 1000
let home: string
let layout: Layout
let time: MovedTime
const held: FolderLock[] = []
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitecraft-lock-'))
  layout = layoutOf(join(home, 'site'))
  await mkdir(layout.root)
  await createReservedFolder(layout)
  time = movedTime()
})
afterEach(async () => {
  for (const lock of held.splice(0)) await lock.release()
  await rm(home, { recursive: true, force: true })
})

async function lockIt(of = layout, template = 't'): Promise<FolderLock> {
  const lock = await lockFolder(of, template, time)
  held.push(lock)
  return lock
}
/** A program that has ended on this computer. */
const { pid: ended } = spawnSync(process.execPath, ['-e', ''])
const another = (more: object = {}) => ({
  owner: 'another',
  host: 'elsewhere',
  pid: ended,
  template: '别的',
  at: time.now(),
  ...more,
})
const place = (holder: object, path = layout.lock): Promise<void> => writeFile(path, JSON.stringify(holder))
const ownerIn = async (path = layout.lock): Promise<unknown> =>
  (JSON.parse(await readFile(path, 'utf8')) as { owner: unknown }).owner
const timeIn = async (path = layout.lock): Promise<number> =>
  (JSON.parse(await readFile(path, 'utf8')) as { at: number }).at
const locked = { code: 'locked' }

describe('[S30] a folder that another process has locked', () => {
  test('is left to another computer, whatever runs here under its number, and that one is named', async () => {
    await place(another())
    await expect(lockIt()).rejects.toMatchObject({
      ...locked,
      message: `该文件夹正由另一个站匠同步（电脑 elsewhere，进程 ${ended}，模板 别的），请先在该电脑上断开同步或退出站匠`,
    })
    expect(await ownerIn()).toBe('another')
    expect(await readFolderHolder(layout, time.now)).toMatchObject({ owner: 'another' })
  })
  test('is held for a minute after the last renewal, before or after this clock’s time', async () => {
    for (const at of [-60, 60]) {
      await place(another({ at: time.now() + at * SECOND }))
      await expect(lockIt()).rejects.toMatchObject(locked)
    }
    for (const at of [-61, 61]) {
      await place(another({ at: time.now() + at * SECOND }))
      expect(await readFolderHolder(layout, time.now)).toBeNull()
      await (await lockIt()).release()
    }
  })
  test('is free at once when its program has ended on this computer, or is this one’s from before', async () => {
    for (const pid of [ended, process.pid]) {
      await place(another({ host: hostname(), pid }))
      await (await lockIt()).release()
    }
    await place(another({ host: hostname(), pid: process.ppid }))
    await expect(lockIt()).rejects.toMatchObject(locked)
  })
  test('is taken over from a lock that a power cut has damaged', async () => {
    await writeFile(layout.lock, '')
    await lockIt()
    expect(await ownerIn()).toMatch(/^[\da-f-]{36}$/)
  })
})

describe('[S30] who holds a folder', () => {
  test('renews the lock every quarter of a minute, so that nobody takes it over', async () => {
    const lock = await lockIt()
    for (let passed = 15; passed <= 90; passed += 15) {
      time.pass(15 * SECOND)
      await until(async () => expect(await timeIn()).toBe(time.now()))
      await expect(lockFolder(layout, 'u', time)).rejects.toMatchObject(locked)
    }
    expect(lock.lost.aborted).toBe(false)
  })
  test('learns that another one has taken it over, and leaves that one’s lock alone', async () => {
    const lock = await lockIt()
    await place(another())
    time.pass(15 * SECOND)
    await until(() => expect(lock.lost.aborted).toBe(true))
    await lock.release()
    expect(await ownerIn()).toBe('another')
  })
  test('leaves a lock alone that another one has taken over since the last renewal', async () => {
    const lock = await lockIt()
    await place(another())
    await lock.release()
    expect(await ownerIn()).toBe('another')
  })
  test('notices a lost lock, and does not write a new one over that of another process', async () => {
    const lock = await lockIt()
    await rm(layout.lock)
    time.pass(15 * SECOND)
    await until(() => expect(lock.lost.aborted).toBe(true))
    expect(await readdir(layout.reserved)).not.toContain('lock.json')
  })
  test('writes nothing more once it has let go', async () => {
    await (await lockIt()).release()
    time.pass(60 * SECOND)
    await (await lockIt(layout, 'next')).release()
    expect((await readdir(layout.reserved)).toSorted()).toEqual(['.gitignore', 'tmp'])
  })
})

describe('[S30] two workspaces on one folder, each with a state of its own', () => {
  let one: Layout
  let two: Layout
  beforeEach(async () => {
    one = layoutOf(layout.root, join(home, 'one'))
    two = layoutOf(layout.root, join(home, 'two'))
    for (const { stateDir } of [one, two]) await mkdir(stateDir ?? '')
  })

  test('find each other by the mark in the folder, in either order', async () => {
    for (const [first, second] of [
      [one, two],
      [two, one],
    ] as const) {
      const lock = await lockIt(first, '先来')
      await expect(lockIt(second)).rejects.toThrow('模板 先来')
      // Who was refused holds nothing.
      expect(await readdir(layout.reserved)).not.toContain('lock.json')
      expect(await readdir(dirname(second.lock))).toEqual([])
      expect(await readFolderHolder(second, time.now)).toMatchObject({ template: '先来' })
      expect([await belongsToWorkspace(first), await belongsToWorkspace(second)]).toEqual([true, false])
      await lock.release()
      expect(await readFolderHolder(second, time.now)).toBeNull()
    }
  })
  test('find each other again after `git clean -x`', async () => {
    const first = await lockIt(one)
    await rm(layout.reserved, { recursive: true })
    time.pass(15 * SECOND)
    await until(async () => expect(await belongsToWorkspace(one)).toBe(true))
    await expect(lockIt(two)).rejects.toMatchObject(locked)
    expect(first.lost.aborted).toBe(false)
  })
  test('never both go on: one that came while the mark was away stays, the other learns of it', async () => {
    const first = await lockIt(one)
    await rm(layout.marker)
    const second = await lockIt(two)
    time.pass(15 * SECOND)
    await until(() => expect(first.lost.aborted).toBe(true))
    await until(async () => expect(await timeIn(two.lock)).toBe(time.now()))
    expect(second.lost.aborted).toBe(false)
    await first.release()
    expect(await belongsToWorkspace(two)).toBe(true)
    await expect(lockIt(one)).rejects.toMatchObject(locked)
  })
  test('of an earlier version, which holds the lock in the folder, are refused too', async () => {
    await place(another(), layout.folderLock)
    await expect(lockIt(one)).rejects.toMatchObject(locked)
    expect(await ownerIn(layout.folderLock)).toBe('another')
  })
})
