import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addKey } from '#server/secrets/keys.ts'
import { PowerDisk, whyNoDisk } from '#tests/fakes/powerDisk/disk.ts'
import type { LocalBlobs } from '../blobStore.ts'
import { openLocalBlobStore } from './blobs.ts'

const KEYS = [0, 1, 2].map((n) => `bytes/${n}${n}/${n}`)
const bytesOf = (key: string): string => `${key} ${'x'.repeat(6000)}`
const localIn = (folder: string): LocalBlobs => {
  const { local } = openLocalBlobStore(folder)
  if (!local) throw new Error('the store lies elsewhere')
  return local
}
const storeMany = (local: LocalBlobs) => local.storeMany(KEYS.map((key) => ({ key, bytes: Buffer.from(bytesOf(key)) })))
const there = (local: LocalBlobs): string[] => KEYS.map((key) => readFileSync(local.pathOf(key), 'utf8'))
const ALL = KEYS.map(bytesOf)

describe('many small contents that are kept at once', () => {
  let folder: string
  let local: LocalBlobs
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sitecraft-journal-'))
    local = localIn(folder)
    await storeMany(local)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const journals = () => readdirSync(path.join(folder, 'journal'))

  it('are there, and come back after the disk has lost or cut some', async () => {
    expect(there(local)).toEqual(ALL)
    rmSync(local.pathOf(KEYS[0] ?? ''))
    truncateSync(local.pathOf(KEYS[1] ?? ''), 10)
    await localIn(folder).recover()
    expect([there(local), journals().length]).toEqual([ALL, 1])
  })
  it('need no second copy a minute later, also when some have been removed', async () => {
    const minute = 60_000
    await local.checkpoint(new Date(Date.now() + minute / 2))
    expect(journals()).toHaveLength(1)
    rmSync(local.pathOf(KEYS[0] ?? ''))
    await local.checkpoint(new Date(Date.now() + 2 * minute))
    expect(journals()).toEqual([])
  })
  it('may come twice; one alone and none need no journal', async () => {
    await storeMany(local)
    await local.storeMany([])
    await local.storeMany([{ key: 'bytes/ff/ff', bytes: Buffer.from('one') }])
    expect(readFileSync(local.pathOf('bytes/ff/ff'), 'utf8')).toBe('one')
    expect([there(local), journals().length]).toEqual([ALL, 2])
  })
  it('are dropped when their journal is truncated, because they were never confirmed', async () => {
    const [name = ''] = journals()
    truncateSync(path.join(folder, 'journal', name), 100)
    rmSync(local.pathOf(KEYS[0] ?? ''))
    await localIn(folder).recover()
    await localIn(folder).checkpoint(new Date(Date.now() + 120_000))
    expect(journals()).toEqual([])
    expect(() => there(local)).toThrow(/ENOENT/)
  })
})

const missing = whyNoDisk()

/** On a disk that loses at the cut what was not flushed. */
describe.skipIf(missing !== null)(`a power cut${missing ? ` (${missing})` : ''}`, { timeout: 60_000 }, () => {
  let disk: PowerDisk
  beforeEach(async () => {
    disk = await PowerDisk.make(64)
  }, 60_000)
  afterEach(() => disk.remove())

  async function cut(): Promise<void> {
    await disk.cut(1, async () => undefined, 'nothing')
    await disk.on()
  }

  it('takes nothing of contents that were kept', async () => {
    const folder = path.join(disk.mountPoint, 'uploads')
    await storeMany(localIn(folder))
    await localIn(folder).storeMany([{ key: 'bytes/ff/ff', bytes: Buffer.from('one') }])
    await cut()
    const local = localIn(folder)
    await local.recover()
    expect([...there(local), readFileSync(local.pathOf('bytes/ff/ff'), 'utf8')]).toEqual([...ALL, 'one'])
  })
  it('takes nothing of them once they are settled', async () => {
    const folder = path.join(disk.mountPoint, 'uploads')
    await storeMany(localIn(folder))
    await localIn(folder).checkpoint(new Date(Date.now() + 120_000))
    await cut()
    expect(there(localIn(folder))).toEqual(ALL)
  })
  it('leaves a new key of the secrets under its name', async () => {
    const dataDir = path.join(disk.mountPoint, 'data')
    mkdirSync(dataDir)
    await addKey(dataDir)
    const key = readFileSync(path.join(dataDir, 'secret-key'), 'utf8')
    await cut()
    expect(readdirSync(dataDir)).toEqual(['secret-key'])
    expect(readFileSync(path.join(dataDir, 'secret-key'), 'utf8')).toBe(key)
  })
})
