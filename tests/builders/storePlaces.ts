import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { connect, embeddedFile } from '#server/db/connect.ts'
import type { Database } from '#server/db/schema.ts'
import type { BlobStore } from '#server/storage/blobStore.ts'
import { openCache } from '#server/storage/contentCache.ts'
import { ContentStore } from '#server/storage/contentStore.ts'
import { openLocalBlobStore } from '#server/storage/local/blobs.ts'
import { openS3BlobStore } from '#server/storage/s3/blobs.ts'
import { startS3 } from '#tests/fakes/s3.ts'
import type { Cluster } from '#tests/integration/server/harness/postgres.ts'

/** An empty database and an empty store. */
export interface StorePlace {
  /** A folder of its own. */
  dir: string
  db: Kysely<Database>
  blobs: BlobStore
  contents: ContentStore
  close(): Promise<void>
}

/** The tables without a row, made once by the migrations and copied for each store: the file's bytes, and a database of the cluster. */
let emptyFile: Promise<Buffer> | undefined
const emptyDatabases = new WeakMap<Cluster, Promise<string>>()

async function makeEmptyFile(): Promise<Buffer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-empty-'))
  try {
    await (await connect({ dataDir })).destroy()
    return await readFile(embeddedFile(dataDir))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function makeEmptyDatabase(cluster: Cluster, dataDir: string): Promise<string> {
  const databaseUrl = await cluster.createDatabase()
  await (await connect({ dataDir, databaseUrl })).destroy()
  return databaseUrl
}

/** The embedded database, bytes in a folder. */
export async function embeddedPlace(now: () => Date): Promise<StorePlace> {
  const dir = await mkdtemp(join(tmpdir(), 'sitecraft-store-'))
  await writeFile(embeddedFile(dir), await (emptyFile ??= makeEmptyFile()))
  const db = await connect({ dataDir: dir })
  const blobs = openLocalBlobStore(join(dir, 'uploads'))
  const close = async (): Promise<void> => {
    await db.destroy()
    await rm(dir, { recursive: true, force: true })
  }
  return { dir, db, blobs, contents: new ContentStore(db, blobs, openCache(join(dir, 'cache')), now), close }
}

/** PostgreSQL, bytes in a bucket. */
export async function bucketPlace(now: () => Date, cluster?: Cluster): Promise<StorePlace> {
  if (!cluster) throw new Error('no PostgreSQL')
  const s3 = await startS3()
  const dir = await mkdtemp(join(tmpdir(), 'sitecraft-store-'))
  const empty = emptyDatabases.get(cluster) ?? makeEmptyDatabase(cluster, dir)
  emptyDatabases.set(cluster, empty)
  const db = await connect({ dataDir: dir, databaseUrl: await cluster.createDatabase(await empty) })
  const blobs = openS3BlobStore(join(dir, 'uploads'), s3.options)
  const close = async (): Promise<void> => {
    await db.destroy()
    await s3.close()
    await rm(dir, { recursive: true, force: true })
  }
  return { dir, db, blobs, contents: new ContentStore(db, blobs, openCache(join(dir, 'cache')), now), close }
}

/** A template without files. Answers its id. */
export async function buildTemplateRow(db: Kysely<Database>, folder: string): Promise<number> {
  const row = { name: folder, folder, folderKey: folder, templatePic: '', title: '', siteId: 0, sort: 0 }
  const { id } = await db
    .insertInto('template')
    .values({ ...row, version: 1, createTime: 1, feedEpoch: 'epoch' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
