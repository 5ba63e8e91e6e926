import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findByAccessPath } from '#server/areas/upload/index.ts'
import { removeExpired } from '#server/areas/upload/chunks/expire.ts'
import { backupStore, findBlockReason } from '#server/areas/system/backup/store.ts'
import { readSetting, saveSetting } from '#server/db/settings.ts'
import type { ServerDeps } from '#server/deps.ts'
import { RENEW_MS, SETTLE_MS } from '#server/storage/storeLease.ts'
import { claimOwnership } from '#server/storage/storeOwner.ts'
import { storesOf } from '#server/storage/stores.ts'
import { openS3BlobStore } from '#server/storage/s3/blobs.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { bucket } from '#tests/builders/bucket.ts'
import { upload } from '#tests/builders/upload.ts'
import { s3Environment } from '#tests/fakes/s3.ts'
import { onBothDatabases, type Start } from './harness/onBothDatabases.ts'
import { runServer, ServerProcess } from './harness/process.ts'
import type { TestServer } from './harness/server.ts'

const SETTINGS = ['store.owner', 'store.turn', 'storage.location']

/** Gives a server what another database says of its uploads and of the store. */
async function copyRows(from: ServerDeps, to: ServerDeps, settings = SETTINGS): Promise<void> {
  for (const name of settings) await saveSetting(to.db, name, (await readSetting(from.db, name)) ?? '')
  const attachments = await from.db.selectFrom('attachment').selectAll().execute()
  await to.db.deleteFrom('attachment').execute()
  await to.db.deleteFrom('blob').execute()
  await to.db
    .insertInto('blob')
    .values(await from.db.selectFrom('blob').selectAll().execute())
    .execute()
  await to.db.insertInto('attachment').values(attachments).execute()
}

/** A server with an upload, and one whose database is a copy of its own. */
async function startTwo(start: Start) {
  const s3 = await bucket()
  const options = { s3: s3.options, isClockStill: true } as const
  const first = await start(options)
  await removeExpired(first.deps)
  const admin = await first.as('admin')
  const { data } = await upload(admin, { name: '年报.zip', content: 'of the first' })
  // The server that comes with it has a store of its own.
  const { deps, clock } = await start({ isClockStill: true })
  await (await storesOf(deps)).lease.renew()
  await copyRows(first.deps, deps)
  // A process that begins on it.
  const copy = { deps: { ...deps, s3: s3.options }, clock }
  const { blobKey } = requireValue(await findByAccessPath(first.deps.db, data.accessPath), 'the upload')
  const { blobs } = await storesOf(first.deps)
  const isThere = (): Promise<boolean> => blobs.has(blobKey)
  return { first, copy, isThere }
}

/** Nobody has needed its uploads there for long. */
async function forget({ deps }: Pick<TestServer, 'deps'>): Promise<void> {
  await deps.db.deleteFrom('attachment').execute()
  await deps.db.updateTable('blob').set({ touchTime: 0 }).execute()
  await (await storesOf(deps)).lease.renew()
  await removeExpired(deps)
}

onBothDatabases('a server on a copy of the database, over the same bucket', (_server, start) => {
  it('removes nothing that the first needs, also when it starts before the first has gone on', async () => {
    const { first, copy, isThere } = await startTwo(start)
    await forget(copy)
    expect(await isThere()).toBe(true)
    const { lease } = await storesOf(copy.deps)
    first.clock.advance(RENEW_MS)
    await removeExpired(first.deps)
    expect((await storesOf(first.deps)).lease.standing).toBe(null)
    await copyRows(first.deps, copy.deps, [])
    copy.clock.advance(DAY_MS)
    await forget(copy)
    expect(lease.doubt).toBe('newer')
    expect(await isThere()).toBe(true)
    // Backups would be taken for those of the first.
    expect(await findBlockReason(copy.deps, await backupStore(copy.deps))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('take-store'),
    })
    expect(await findBlockReason(first.deps, await backupStore(first.deps))).toBe(null)
  }, 60_000)

  it('goes on by itself when the first is no more, and removes nothing before that is sure', async () => {
    const { copy, isThere } = await startTwo(start)
    await removeExpired(copy.deps)
    expect((await storesOf(copy.deps)).lease.standing).toBe('unsettled')
    copy.clock.advance(SETTLE_MS)
    await removeExpired(copy.deps)
    expect(await isThere()).toBe(true)
    await forget(copy)
    expect(await isThere()).toBe(false)
  }, 60_000)

  it('takes the store over when it is told to; the first then removes nothing', async () => {
    const { first, copy, isThere } = await startTwo(start)
    first.clock.advance(RENEW_MS)
    await removeExpired(first.deps)
    await removeExpired(copy.deps)
    const { blobs, lease } = await storesOf(copy.deps)
    expect(lease.doubt).toBe('newer')
    expect(await claimOwnership({ db: copy.deps.db, blobs }, { now: Date.now(), force: true })).toBe(null)
    await removeExpired(copy.deps)
    expect(lease.standing).toBe(null)
    await forget(first)
    expect((await storesOf(first.deps)).lease.doubt).toBe('newer')
    expect(await isThere()).toBe(true)
    await forget(copy)
    expect(await isThere()).toBe(false)
  }, 60_000)
})

it('a start says that the store was taken over for a copy, and take-store takes it back', async () => {
  const s3 = await bucket()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-copy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = {
    SITECRAFT_LOG: 'silent',
    ...s3Environment(s3),
  }
  const [first, copy] = [path.join(folder, 'first'), path.join(folder, 'copy')]
  const start = async () => {
    const server = new ServerProcess(['--port', '0', '--data', first], env)
    onTestFinished(async () => void (await server.kill('SIGKILL')))
    const { url } = await server.listening()
    return { server, url }
  }
  const store = openS3BlobStore(folder, s3.options)
  const isClaimed = async (): Promise<boolean> => {
    for await (const { key } of store.list('owners/')) return key !== ''
    return false
  }
  const { server } = await start()
  await expect.poll(isClaimed).toBe(true)
  expect((await server.kill('SIGTERM')).stdout).not.toContain('take-store')
  await cp(first, copy, { recursive: true })
  const taken = await runServer(['take-store', '--data', copy], env)
  expect(taken).toMatchObject({ code: 0, stdout: expect.stringContaining('文件存储现在属于这个数据库') })
  const { server: again, url } = await start()
  await expect.poll(() => again.stdout).toContain('像是另一个正在使用的数据库的副本')
  const ready = async () => {
    const answer = await fetch(new URL('/ready', url))
    return { status: answer.status, problems: ((await answer.json()) as { problems: string[] }).problems }
  }
  await expect
    .poll(ready, { message: 'it works on, and says so' })
    .toEqual({ status: 200, problems: [expect.stringContaining('take-store')] })
  await again.kill('SIGTERM')
  expect((await runServer(['take-store', '--data', first], env)).code).toBe(0)
  const [mine, other] = [
    await runServer(['sweep', '--data', first], env),
    await runServer(['sweep', '--data', copy], env),
  ]
  expect(mine.stdout).not.toContain('更新的数据库')
  expect(other.stdout).toContain('更新的数据库')
}, 120_000)
