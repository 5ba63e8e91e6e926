import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeBackup } from '#server/areas/system/backup/work.ts'
import { backupStore } from '#server/areas/system/backup/store.ts'
import { backup } from '#server/backup/backup.ts'
import { type BackupStore, createBackupName } from '#server/backup/backupStore.ts'
import type { RunningJob } from '#server/http/jobWork.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { bucket } from '#tests/builders/bucket.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'
import type { TestServer } from './harness/server.ts'

const newFolder = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-at-once-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}
/** A job as a process gets it that does not know of its lost lease. */
const jobOf = ({ deps }: TestServer): RunningJob => ({
  id: 1,
  input: { asked: true },
  accountId: 1,
  username: 'admin',
  report: async () => undefined,
  finish: (change) => deps.db.transaction().execute(async (tx) => void (await change(tx))),
})
const write = ({ deps, databaseUrl }: TestServer) => {
  const { dataDir, db } = deps
  return async (dir: string) => void (await backup({ dataDir, databaseUrl, s3: null, db }, dir))
}

/** Copies each listed backup out again: it is whole. */
async function expectWhole(store: BackupStore, count: number): Promise<string[]> {
  const names = (await store.list()).map(({ name }) => name)
  expect(names).toHaveLength(count)
  for (const name of names) {
    const copy = await newFolder()
    await store.fetch(name, copy)
    expect(await readdir(copy)).toContain('backup.json')
  }
  return names
}

onBothDatabases('two backups at once', (_server, start) => {
  for (const place of ['folder', 'bucket'] as const)
    it(`in the same second both become whole (${place})`, { timeout: 60_000 }, async () => {
      const s3 = place === 'bucket' ? await bucket() : null
      const server = await start(s3 ? { s3: s3.options } : {})
      await Promise.all([makeBackup(server.deps, jobOf(server)), makeBackup(server.deps, jobOf(server))])
      const store = await backupStore(server.deps)
      expect(store.inBucket).toBe(place === 'bucket')
      const names = await expectWhole(store, 2)
      // One that fails takes nothing of the others away.
      const failing = store.add(createBackupName(server.clock.now()), async () => {
        throw new Error('the disk is full')
      })
      await expect(failing).rejects.toThrow('the disk is full')
      expect(await expectWhole(store, 2)).toEqual(names)
      // Nor does one that wants a name that is in use.
      await expect(store.add(names[0] ?? '', write(server))).rejects.toMatchObject({ code: 'conflict' })
      expect(await expectWhole(store, 2)).toEqual(names)
    })

  it('in a folder: one that is being made stays, one that was left goes', { timeout: 60_000 }, async () => {
    const server = await start()
    const store = await backupStore(server.deps)
    const name = createBackupName(server.clock.now())
    await store.add(name, async (dir) => {
      await expect(store.add(name, write(server))).rejects.toMatchObject({ code: 'conflict' })
      await store.removeBroken()
      expect(await readdir(store.title)).toEqual([name])
      await write(server)(dir)
    })
    await expectWhole(store, 1)
    await rm(path.join(store.title, name, 'backup.json'))
    const before = new Date(Date.now() - DAY_MS)
    await utimes(path.join(store.title, name), before, before)
    await store.removeBroken()
    expect(await readdir(store.title)).toEqual([])
  })
})
