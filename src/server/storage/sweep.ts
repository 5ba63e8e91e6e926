import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { BACKUP_MARKS, OWNER_MARKS, PERMISSION_PROBES } from './keyPrefixes.ts'
import type { BlobStore, StoredObject } from './blobStore.ts'
import { storeText } from './storeText.ts'
import { type SweepContext, SWEPT_KINDS, type SweptKind } from './sweptKinds.ts'

/** Younger objects are not swept: their row may not be written yet. */
export const SWEEP_GRACE_MS = DAY_MS
const KEYS_PER_STATEMENT = 500
/**
 * More orphans than this, and more than half of all objects, suggest that the database does not belong to the store.
 */
const MAX_PLAUSIBLE_ORPHANS = 100

/** Figures of a store, and its orphans: objects without references. */
export interface SweepFigures {
  /** Objects of known kinds; `unknown` ones are never deleted. */
  objects: number
  bytes: number
  unknown: number
  /** Objects younger than the grace period. */
  young: number
  /** Old objects without references. */
  orphans: StoredObject[]
}

export interface SweepOptions extends Pick<SweepContext, 'blobs'> {
  db: Kysely<Database>
  /** Time of the store, epoch ms. */
  now: number
}

/**
 * Lists all objects of a store and finds those without references. Nothing is written.
 * @throws any error of the store or the database, because a partial result would be wrong
 */
export async function findOrphans({ db, blobs, now }: SweepOptions): Promise<SweepFigures> {
  const figures: SweepFigures = { objects: 0, bytes: 0, unknown: 0, young: 0, orphans: [] }
  const waiting = new Map<SweptKind, StoredObject[]>(SWEPT_KINDS.map((kind) => [kind, []]))
  const checkBatch = async (kind: SweptKind): Promise<void> => {
    const batch = waiting.get(kind) ?? []
    waiting.set(kind, [])
    if (batch.length === 0) return
    const referenced = await kind.findReferenced(
      { db, blobs },
      batch.map(({ key }) => key),
    )
    figures.orphans.push(...batch.filter(({ key }) => !referenced.has(key)))
  }
  for await (const object of blobs.list('')) {
    if (object.key.startsWith(OWNER_MARKS)) continue
    const kind = SWEPT_KINDS.find(({ pattern }) => pattern.test(object.key))
    const isMark = object.key.startsWith(BACKUP_MARKS)
    if (!kind && !isMark) {
      figures.unknown += 1
      continue
    }
    figures.objects += 1
    figures.bytes += object.size
    if (!kind) continue
    // Also true for an object without a time.
    if (!(now - object.time >= SWEEP_GRACE_MS)) {
      figures.young += 1
      continue
    }
    const batch = waiting.get(kind) ?? []
    batch.push(object)
    if (batch.length >= KEYS_PER_STATEMENT) await checkBatch(kind)
  }
  for (const kind of SWEPT_KINDS) await checkBatch(kind)
  return figures
}

/** Whether there are so many orphans that the database may belong to another store. */
export const isImplausible = ({ orphans, objects }: SweepFigures): boolean =>
  orphans.length > MAX_PLAUSIBLE_ORPHANS && orphans.length > objects / 2

/**
 * Deletes orphans, each while writers of the same key wait, and only if it still has no references.
 * @returns number and size of the deleted objects
 */
export async function removeOrphans(
  { db, blobs }: Pick<SweepOptions, 'db' | 'blobs'>,
  orphans: readonly StoredObject[],
): Promise<{ count: number; bytes: number }> {
  const removed = { count: 0, bytes: 0 }
  for (const { key, size } of orphans) {
    const kind = SWEPT_KINDS.find(({ pattern }) => pattern.test(key))
    if (!kind || !(await kind.deleteOrphan({ db, blobs }, key))) continue
    removed.count += 1
    removed.bytes += size
  }
  return removed
}

/**
 * The time of the store's clock, which measures the age of objects; this machine's clock may be days off.
 * @throws AppError `unavailable` when the store does not list the object that was just written
 */
export async function readStoreTime(blobs: BlobStore): Promise<number> {
  const key = `${PERMISSION_PROBES}${randomUUID()}`
  try {
    await storeText(blobs, key, 'time')
    for await (const object of blobs.list(key)) if (object.key === key) return object.time
    throw new AppError('unavailable', '文件存储没有列出刚写入的对象，无法判断可清理的文件，请稍后重试')
  } finally {
    await blobs.remove(key)
  }
}
