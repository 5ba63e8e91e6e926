import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { movedTime, type MovedTime } from '#tests/fakes/lockTime.ts'
import { until } from '#tests/fakes/syncHarness.ts'
import { layoutOf, type Layout } from '../local/layout.ts'
import { lockFolder } from '../local/lock.ts'
import { createFolderLease, type FolderLease } from './folderLease.ts'

let home: string
let layout: Layout
let lease: FolderLease
let time: MovedTime
let taken: number
let troubles: unknown[]
/** Roots that are watched now. */
let watched: string[]
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitecraft-lease-'))
  layout = layoutOf(join(home, 'site'))
  await mkdir(layout.root)
  time = movedTime()
  ;[taken, troubles, watched] = [0, [], []]
  lease = createFolderLease({
    layout,
    template: 't',
    watch: ({ root }) => {
      const name = `${root} ${(taken += 1)}`
      watched.push(name)
      return {
        close: () => void (watched = watched.filter((each) => each !== name)),
        watch: () => false,
        unwatch: () => undefined,
      }
    },
    countFiles: () => 0,
    ignores: () => false,
    onAcquired: async () => undefined,
    onHint: () => undefined,
    onFollowed: () => undefined,
    onTrouble: (error) => troubles.push(error),
    time,
  })
})
afterEach(async () => {
  await lease.release()
  await rm(home, { recursive: true, force: true })
})
const locked = { code: 'locked' }

test('[S30] a folder is taken once, held until it is released, and watched meanwhile', async () => {
  expect([await lease.acquire(), await lease.acquire(), await lease.acquireForScan()]).toEqual([true, true, true])
  expect([taken, lease.isWatching()]).toEqual([1, true])
  await expect(lockFolder(layout, 'u', time)).rejects.toMatchObject(locked)
  await lease.release()
  expect([watched, lease.isWatching()]).toEqual([[], false])
  await (await lockFolder(layout, 'u', time)).release()
})

test('[S30] a folder that another computer has taken over is left to it, and no longer watched', async () => {
  await lease.acquire()
  const other = { owner: 'another', host: 'elsewhere', pid: 1, template: '别的', at: time.now() + 15_000 }
  await writeFile(layout.lock, JSON.stringify(other))
  time.pass(15_000)
  await until(() => expect(troubles).toHaveLength(1))
  await expect(lease.acquire()).rejects.toMatchObject(locked)
  expect([watched, lease.isWatching()]).toEqual([[], false])
  expect(await readdir(layout.reserved)).toContain('lock.json')
  await rm(layout.lock)
  expect(await lease.acquire()).toBe(true)
})

test('[S17] another disk at the same path is locked and watched again', async () => {
  await lease.acquire()
  await rename(layout.root, join(home, 'pulled out'))
  await mkdir(layout.root)
  expect(await lease.acquire()).toBe(true)
  expect([taken, watched]).toEqual([2, [`${layout.root} 2`]])
  expect(await readdir(layout.reserved)).toContain('lock.json')
})

test('[S30] another disk under the same path that another computer syncs is left to it', async () => {
  await lease.acquire()
  await rename(layout.root, join(home, 'pulled out'))
  await mkdir(layout.reserved, { recursive: true })
  const other = { owner: 'another', host: 'elsewhere', pid: 1, template: '别的', at: time.now() }
  await writeFile(layout.lock, JSON.stringify(other))
  await expect(lease.acquire()).rejects.toMatchObject(locked)
  expect([watched, lease.isWatching()]).toEqual([[], false])
  await lease.release()
  expect(await readdir(layout.reserved)).toContain('lock.json')
})

test('[S17] a folder that is gone is not made, and the disk that comes back is taken', async () => {
  await lease.acquire()
  await rename(layout.root, join(home, 'pulled out'))
  expect(await lease.acquire()).toBe(false)
  expect(await readdir(home)).toEqual(['pulled out'])
  await rename(join(home, 'pulled out'), layout.root)
  expect(await lease.acquire()).toBe(true)
})

test('[S17] [S36] a link in place of the folder counts as none, and nothing is made behind it', async () => {
  await lease.acquire()
  await rename(layout.root, join(home, 'pulled out'))
  await mkdir(join(home, 'elsewhere'))
  await symlink(join(home, 'elsewhere'), layout.root, 'dir')
  expect(await lease.acquire()).toBe(false)
  expect(await readdir(join(home, 'elsewhere'))).toEqual([])
})

test('what a killed process left half done goes when the folder is taken, and not while another one has it', async () => {
  const half = join(layout.temp, 'half')
  await mkdir(layout.temp, { recursive: true })
  await writeFile(half, 'x')
  const other = await lockFolder(layout, 'u', time)
  await expect(lease.acquire()).rejects.toMatchObject(locked)
  expect(await readdir(layout.temp)).toContain('half')
  await other.release()
  expect(await lease.acquire()).toBe(true)
  expect(await readdir(layout.temp)).toEqual([])
  expect(await readdir(layout.trash)).toEqual([])
})
