import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { BACKUP_DATA, BACKUP_MARKS, EXPIRING_FILES, PERMISSION_PROBES } from './keyPrefixes.ts'
import type { BlobStore } from './blobStore.ts'

type Db = Kysely<Database>

export interface SweepContext {
  db: Db
  blobs: BlobStore
}

/** A kind of objects in the store, and how their references are found. */
export interface SweptKind {
  pattern: RegExp
  /** The keys that have references. */
  findReferenced(ctx: SweepContext, keys: readonly string[]): Promise<ReadonlySet<string>>
  /** Deletes an object without references; false: it has one. */
  deleteOrphan(ctx: SweepContext, key: string): Promise<boolean>
}

const lastSegment = (key: string): string => key.split('/').at(-1) ?? ''
const toSet = (keys: readonly (string | null | undefined)[]): ReadonlySet<string> =>
  new Set(keys.filter((key) => typeof key === 'string'))

/**
 * Deletes an object while its row is inserted and locked: a writer of the same content inserts that row first, so it
 * waits and then stores the bytes again. If the row exists already, nothing is deleted.
 */
async function deleteUnderRowLock(
  { db, blobs }: SweepContext,
  key: string,
  row: { insert(tx: Db): Promise<boolean>; remove(tx: Db): Promise<unknown> },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await row.insert(tx))) return false
    await blobs.remove(key)
    await row.remove(tx)
    return true
  })
}

const uploads: SweptKind = {
  // Keys with years are those of uploads before content was addressed by hash.
  pattern: /^(?:content\/|\d{4}\/\d{2}\/)/,
  findReferenced: async ({ db }, keys) =>
    toSet((await db.selectFrom('blob').select('blobKey').where('blobKey', 'in', keys).execute()).map((r) => r.blobKey)),
  deleteOrphan: (ctx, key) =>
    deleteUnderRowLock(ctx, key, {
      insert: async (tx) =>
        (await tx
          .insertInto('blob')
          .values({ blobKey: key, isStored: 0, touchTime: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .returning('blobKey')
          .executeTakeFirst()) !== undefined,
      remove: (tx) => tx.deleteFrom('blob').where('blobKey', '=', key).execute(),
    }),
}

const contents: SweptKind = {
  pattern: /^bytes\/[0-9a-f]{2}\/[0-9a-f]{64}$/,
  findReferenced: async ({ db }, keys) => {
    const byHash = new Map(keys.map((key) => [lastSegment(key), key]))
    const rows = db
      .selectFrom('stored_content')
      .select('sha256')
      .where('sha256', 'in', [...byHash.keys()])
    return toSet((await rows.execute()).map(({ sha256 }) => byHash.get(sha256)))
  },
  deleteOrphan: (ctx, key) =>
    deleteUnderRowLock(ctx, key, {
      insert: async (tx) =>
        (await tx
          .insertInto('stored_content')
          .values({ sha256: lastSegment(key), size: 0, isStored: 0, touchTime: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .returning('sha256')
          .executeTakeFirst()) !== undefined,
      remove: (tx) => tx.deleteFrom('stored_content').where('sha256', '=', lastSegment(key)).execute(),
    }),
}

/**
 * Checks for references again just before the deletion. Such keys are written only once, so no writer can appear a day
 * later.
 */
async function deleteUnlessReferenced(
  area: Pick<SweptKind, 'findReferenced'>,
  ctx: SweepContext,
  key: string,
): Promise<boolean> {
  if ((await area.findReferenced(ctx, [key])).has(key)) return false
  await ctx.blobs.remove(key)
  return true
}

const kept: SweptKind = {
  pattern: new RegExp(`^${EXPIRING_FILES}`),
  findReferenced: async ({ db }, keys) =>
    toSet(
      (await db.selectFrom('kept_file').select('fileKey').where('fileKey', 'in', keys).execute()).map((r) => r.fileKey),
    ),
  deleteOrphan: (ctx, key) => deleteUnlessReferenced(kept, ctx, key),
}

/** `parts/<upload>/<from>-<to>`: a client may send a chunk again while its upload session exists. */
const parts: SweptKind = {
  pattern: /^parts\/[^/]+\/[^/]+$/,
  findReferenced: async ({ db }, keys) => {
    const rows = await db.selectFrom('upload_part').select('blobKey').where('blobKey', 'in', keys).execute()
    const files = [...new Set(keys.map((key) => key.split('/')[1] ?? ''))]
    const open = await db.selectFrom('upload_session').select('partFile').where('partFile', 'in', files).execute()
    const going = new Set(open.map(({ partFile }) => partFile))
    return toSet([...rows.map(({ blobKey }) => blobKey), ...keys.filter((key) => going.has(key.split('/')[1] ?? ''))])
  },
  deleteOrphan: (ctx, key) => deleteUnlessReferenced(parts, ctx, key),
}

/** Files of backups, which their marks refer to; a running backup has no mark yet. */
const backups: SweptKind = {
  pattern: new RegExp(`^${BACKUP_DATA}[^/]+/`),
  findReferenced: async ({ db, blobs }, keys) => {
    const going = db.selectFrom('job').select('id').where('kind', '=', 'server.backup').where('state', '=', 'running')
    if (await going.executeTakeFirst()) return toSet(keys)
    const nameOf = (key: string): string => key.slice(BACKUP_DATA.length).split('/')[0] ?? ''
    const whole = new Set<string>()
    for (const name of new Set(keys.map(nameOf))) if (await blobs.has(`${BACKUP_MARKS}${name}.json`)) whole.add(name)
    return toSet(keys.filter((key) => whole.has(nameOf(key))))
  },
  deleteOrphan: (ctx, key) => deleteUnlessReferenced(backups, ctx, key),
}

/** Test objects of processes that were killed during the rights check. */
const rights: SweptKind = {
  pattern: new RegExp(`^${PERMISSION_PROBES}`),
  findReferenced: async () => new Set(),
  deleteOrphan: (ctx, key) => deleteUnlessReferenced(rights, ctx, key),
}

export const SWEPT_KINDS: readonly SweptKind[] = [uploads, contents, kept, parts, backups, rights]
