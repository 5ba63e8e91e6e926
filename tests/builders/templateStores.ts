import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { connect, embeddedFile } from '#server/db/connect.ts'
import type { Database } from '#server/db/schema.ts'
import { openCache } from '#server/storage/cache.ts'
import { Contents } from '#server/storage/contents.ts'
import { openLocalBlobStore } from '#server/storage/local/blobs.ts'
import { openLocalTemplateStore } from '#server/storage/local/index.ts'
import { openS3BlobStore } from '#server/storage/s3/blobs.ts'
import { openSharedTemplateStore } from '#server/storage/shared/index.ts'
import type { TemplateStore } from '#server/storage/templateStore.ts'
import { startS3 } from '#tests/fakes/s3.ts'
import type { Cluster } from '#tests/integration/server/harness/postgres.ts'

/** A place for template files, empty. */
export interface StoreHarness {
  /** Opens it once more, as another process would. */
  open(): Promise<TemplateStore>
  /** Files in the trash, without the part that carries the time. */
  trashed(): Promise<string[]>
  /** null: the files lie on a disk. */
  db: Kysely<Database> | null
  close(): Promise<void>
}

export async function diskStore(now: () => Date): Promise<StoreHarness> {
  const root = await mkdtemp(join(tmpdir(), 'sitecraft-store-'))
  return {
    db: null,
    open: () => openLocalTemplateStore(root, now),
    async trashed() {
      const trash = join(root, '.sitecraft', 'trash')
      const all = await readdir(trash, { recursive: true, withFileTypes: true }).catch(() => [])
      const files = all.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name).slice(trash.length + 1))
      return files.map((file) => file.split('/').slice(1).join('/')).sort()
    },
    close: () => rm(root, { recursive: true, force: true }),
  }
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

/** An embedded database without a row, in a folder of its own. */
async function openEmbedded() {
  const dir = await mkdtemp(join(tmpdir(), 'sitecraft-store-'))
  await writeFile(embeddedFile(dir), await (emptyFile ??= makeEmptyFile()))
  const db = await connect({ dataDir: dir })
  const close = async (): Promise<void> => {
    await db.destroy()
    await rm(dir, { recursive: true, force: true })
  }
  return { dir, db, close }
}

/** Rows in the embedded database, bytes in a folder. */
export async function embeddedStore(now: () => Date): Promise<StoreHarness> {
  const { dir, db, close } = await openEmbedded()
  return sharedPlace(db, now, dir, () => openLocalBlobStore(join(dir, 'uploads')), close)
}

/** The same place without files of templates: bytes by their hash alone. */
export async function embeddedContents(now: () => Date) {
  const { dir, db, close } = await openEmbedded()
  const blobs = openLocalBlobStore(join(dir, 'uploads'))
  return { dir, db, blobs, close, contents: new Contents(db, blobs, openCache(join(dir, 'cache')), now) }
}

/** Rows in PostgreSQL, bytes in a bucket. */
export async function bucketStore(now: () => Date, cluster?: Cluster): Promise<StoreHarness> {
  if (!cluster) throw new Error('no PostgreSQL')
  const s3 = await startS3()
  const dir = await mkdtemp(join(tmpdir(), 'sitecraft-store-'))
  const empty = emptyDatabases.get(cluster) ?? makeEmptyDatabase(cluster, dir)
  emptyDatabases.set(cluster, empty)
  const db = await connect({ dataDir: dir, databaseUrl: await cluster.createDatabase(await empty) })
  return sharedPlace(
    db,
    now,
    dir,
    () => openS3BlobStore(join(dir, 'uploads'), s3.options),
    async () => {
      await db.destroy()
      await s3.close()
      await rm(dir, { recursive: true, force: true })
    },
  )
}

function sharedPlace(
  db: Kysely<Database>,
  now: () => Date,
  dir: string,
  blobs: () => ReturnType<typeof openLocalBlobStore>,
  close: () => Promise<void>,
): StoreHarness {
  let opened = 0
  return {
    db,
    open: async () =>
      openSharedTemplateStore({
        db,
        contents: new Contents(db, blobs(), openCache(join(dir, `cache-${(opened += 1)}`)), now),
        now,
      }),
    async trashed() {
      const rows = db.selectFrom('template_file').select('path').where('area', 'like', 'trash/%')
      return (await rows.where('kind', '=', 'file').execute()).map(({ path }) => path).sort()
    },
    close,
  }
}
