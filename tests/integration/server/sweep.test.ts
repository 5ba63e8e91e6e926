import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { removeExpired } from '#server/areas/upload/chunks/expire.ts'
import { toContentKey } from '#server/areas/upload/index.ts'
import { bytesKey } from '#server/db/bytesKey.ts'
import { findOrphans, isImplausible, removeOrphans } from '#server/storage/sweep.ts'
import { storesOf } from '#server/storage/stores.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { age, bucket } from '#tests/builders/bucket.ts'
import { buildTemplate, hashOf, putBatchBody } from '#tests/builders/template.ts'
import { upload } from '#tests/builders/upload.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'
import { meeting } from './harness/pgLocks.ts'
import type { TestServer } from './harness/server.ts'

async function put(server: TestServer, key: string, bytes: Buffer = randomBytes(9)): Promise<string> {
  const { blobs } = await storesOf(server.deps)
  const file = await blobs.tempFile()
  await writeFile(file, bytes)
  await blobs.store({ file, size: bytes.length }, key)
  await rm(file, { force: true })
  return key
}

const found = async ({ deps }: TestServer) => {
  const { blobs } = await storesOf(deps)
  const figures = await findOrphans({ db: deps.db, blobs, now: Date.now() })
  return { ...figures, orphans: figures.orphans.map(({ key }) => key).toSorted() }
}

const sha256 = 'ab'.padEnd(64, '0')
const LEFT = [
  'content/aa/aaaa',
  '2020/01/0123.png',
  bytesKey(sha256),
  'kept/sheets/ticket.xlsx',
  'kept/archives/export-7-x.zip',
  'parts/of-nobody/0-9',
  'backups/data/backup-20200101-000000/database/account.ndjson',
  'rights/tried',
].toSorted()

onBothDatabases('bytes of a bucket that no row names', (_server, start) => {
  it('are found and removed when they are old; what is named, young or somebody else’s stays', async () => {
    const s3 = await bucket()
    const server = await start({ s3: s3.options })
    const admin = await server.as('admin')
    const { data } = await upload(admin, { name: '年报.zip', content: 'named' })
    await put(server, 'parts/going/0-9')
    const session = {
      sessionKey: 'k',
      partFile: 'going',
      received: '[]',
      failure: '',
      attachmentId: null,
      touchTime: 1,
    }
    await server.deps.db.insertInto('upload_session').values(session).execute()
    await put(server, 'backups/data/backup-20200202-000000/database/account.ndjson')
    await put(server, 'backups/marks/backup-20200202-000000.json')
    await put(server, 'kept/previews/named')
    await server.deps.db
      .insertInto('kept_file')
      .values({ fileKey: 'kept/previews/named', size: 9, endTime: 9 })
      .execute()
    for (const key of [...LEFT, 'foreign/file']) await put(server, key)
    expect((await found(server)).orphans).toEqual([])
    await age(s3.directory)
    await put(server, 'content/bb/young')

    const before = await found(server)
    expect(before.orphans).toEqual(LEFT)
    expect(before).toMatchObject({ young: 1, unknown: 1 })
    const { blobs } = await storesOf(server.deps)
    const figures = await findOrphans({ db: server.deps.db, blobs, now: Date.now() })
    const removed = await removeOrphans({ db: server.deps.db, blobs }, figures.orphans)
    expect(removed).toEqual({ count: LEFT.length, bytes: 9 * LEFT.length })
    for (const key of LEFT) expect(await blobs.has(key), key).toBe(false)
    const after = await found(server)
    expect(after).toMatchObject({ orphans: [], objects: before.objects - LEFT.length, unknown: 1 })
    for (const key of ['content/bb/young', 'foreign/file', 'parts/going/0-9', 'kept/previews/named'])
      expect(await blobs.has(key), key).toBe(true)
    expect(await (await admin.fetch(data.accessPath)).text()).toBe('named')
    const rows = await server.deps.db.selectFrom('blob').select('blobKey').where('blobKey', 'in', LEFT).execute()
    expect(rows).toEqual([])
  }, 60_000)

  it('are not removed from under a writer of the same content', async () => {
    const s3 = await bucket()
    const server = await start({ s3: s3.options })
    const admin = await server.as('admin')
    const contents = Array.from({ length: 12 }, () => randomBytes(2000))
    for (const bytes of contents) await put(server, toContentKey(await hashOf(bytes, 'SHA-512')), bytes)
    await age(s3.directory)
    const { blobs } = await storesOf(server.deps)
    const { orphans } = await findOrphans({ db: server.deps.db, blobs, now: Date.now() })
    expect(orphans).toHaveLength(contents.length)
    const [, ...answers] = await Promise.all([
      removeOrphans({ db: server.deps.db, blobs }, orphans),
      ...contents.map((content, at) => upload(admin, { name: `${at}.zip`, content })),
    ])
    for (const [at, answer] of answers.entries()) {
      const served = await admin.fetch(answer.data.accessPath)
      expect(Buffer.from(await served.arrayBuffer()).equals(contents[at] ?? Buffer.alloc(0))).toBe(true)
    }
    expect((await found(server)).orphans).toEqual([])
  }, 60_000)

  it('go once a day by themselves, and none while the rows can’t all be read', async () => {
    const s3 = await bucket()
    const server = await start({ s3: s3.options })
    await put(server, 'content/aa/aaaa')
    await put(server, 'kept/sheets/x')
    await age(s3.directory)
    const { blobs } = await storesOf(server.deps)
    const { db } = server.deps
    await removeExpired(server.deps)
    expect(await blobs.has('content/aa/aaaa')).toBe(true)
    server.clock.advance(2 * DAY_MS)
    await db.schema.alterTable('kept_file').renameTo('kept_away').execute()
    await expect(removeExpired(server.deps)).rejects.toThrow('kept_file')
    expect(await blobs.has('content/aa/aaaa')).toBe(true)
    await db.schema.alterTable('kept_away').renameTo('kept_file').execute()
    // It was this day's turn.
    await removeExpired(server.deps)
    expect(await blobs.has('content/aa/aaaa')).toBe(true)
    server.clock.advance(DAY_MS)
    await removeExpired(server.deps)
    expect([await blobs.has('content/aa/aaaa'), await blobs.has('kept/sheets/x')]).toEqual([false, false])
  }, 60_000)

  it('that a process with a wrong clock takes away are missed by nobody: the file is refused, and comes at the next try', async () => {
    const s3 = await bucket()
    const server = await start({ s3: s3.options })
    const admin = await server.as('admin')
    const { db } = server.deps
    const { contents } = await storesOf(server.deps)
    const template = await buildTemplate(admin)
    const text = randomBytes(9).toString('hex')
    const body = putBatchBody(template.folder, [{ path: 'a.css', content: text }])
    const send = async (): Promise<number> => (await admin.call('templateSync.putBatch', body)).code
    // Its bytes are sent, its row waits for the template.
    const [code] = await meeting<number | undefined>(
      db,
      (tx) => tx.updateTable('template').set({ folder: template.folder }).where('id', '=', template.id).execute(),
      [send, () => contents.prune(new Date(Date.now() + 2 * DAY_MS)).then(() => undefined)],
    )
    if (code !== 200) expect([503, await send()]).toEqual([code, 200])
    await rm(`${server.deps.dataDir}/cache`, { recursive: true, force: true })
    const opened = await admin.ok('templateFile.open', { path: template.folder, openFileName: 'a.css' })
    expect(opened.content).toBe(text)
  }, 60_000)

  it('stay when another database names the bucket, or a copy of an earlier state', async () => {
    const s3 = await bucket()
    const server = await start({ s3: s3.options })
    const admin = await server.as('admin')
    await removeExpired(server.deps)
    const { data } = await upload(admin, { name: '年报.zip', content: 'of the first' })
    await age(s3.directory)
    const expectThere = async () => expect(await (await admin.fetch(data.accessPath)).text()).toBe('of the first')

    const other = await start({ s3: s3.options })
    other.clock.advance(2 * DAY_MS)
    await removeExpired(other.deps)
    await expectThere()

    // The first goes on, and then is brought back to before its last turn.
    server.clock.advance(2 * DAY_MS)
    await removeExpired(server.deps)
    const { db } = server.deps
    await db.updateTable('setting').set({ value: '0' }).where('name', '=', 'store.turn').execute()
    const { blobs } = await storesOf(server.deps)
    const left = await put(server, 'kept/sheets/of-a-later-state')
    const sweep = async (days: number) => {
      await age(s3.directory, days)
      server.clock.advance(DAY_MS)
      await removeExpired(server.deps)
      return blobs.has(left)
    }
    expect(await sweep(5)).toBe(true)
    // Nobody else has swept for a week.
    expect(await sweep(8)).toBe(false)
    await expectThere()
  }, 60_000)
})

it('most of a store is never taken for left-overs', () => {
  const orphans = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ key: `content/${at}`, size: 1, time: 0 }))
  const figures = { bytes: 0, unknown: 0, young: 0 }
  expect(isImplausible({ ...figures, objects: 300, orphans: orphans(200) })).toBe(true)
  expect(isImplausible({ ...figures, objects: 3000, orphans: orphans(200) })).toBe(false)
  expect(isImplausible({ ...figures, objects: 20, orphans: orphans(20) })).toBe(false)
})
