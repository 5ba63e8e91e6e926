import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { BACKUP_MARKS, OWNERS, RIGHTS } from './areas.ts'
import type { BlobStore, StoredObject } from './blobStore.ts'
import { storeText } from './storeText.ts'
import { type SweepContext, SWEPT_AREAS, type SweptArea } from './sweptAreas.ts'

/** Bytes younger than this are left: their row may be about to be written. */
export const SWEEP_GRACE_MS = DAY_MS
/** Keys of one statement. */
const KEYS = 500
/** More than this, and more than half of all, are rather a database that does not belong to the store. */
const PLAUSIBLE = 100

/** What a store holds, and what of it no row names. */
export interface SweepFigures {
  /** What the program knows the kind of; `unknown` is not touched. */
  objects: number
  bytes: number
  unknown: number
  /** Too young to be judged. */
  young: number
  /** Named by nothing and old. */
  orphans: StoredObject[]
}

export interface SweepOptions extends Pick<SweepContext, 'blobs'> {
  db: Kysely<Database>
  /** Time of the store, ms. */
  now: number
}

/**
 * Goes through all that a store holds and asks the database for each part of it. Nothing is written.
 * @throws whatever keeps it from naming all objects, or from asking for all rows: nothing is known then
 */
export async function findOrphans({ db, blobs, now }: SweepOptions): Promise<SweepFigures> {
  const figures: SweepFigures = { objects: 0, bytes: 0, unknown: 0, young: 0, orphans: [] }
  const waiting = new Map<SweptArea, StoredObject[]>(SWEPT_AREAS.map((area) => [area, []]))
  const ask = async (area: SweptArea): Promise<void> => {
    const some = waiting.get(area) ?? []
    waiting.set(area, [])
    if (some.length === 0) return
    const named = await area.named(
      { db, blobs },
      some.map(({ key }) => key),
    )
    figures.orphans.push(...some.filter(({ key }) => !named.has(key)))
  }
  for await (const object of blobs.list('')) {
    if (object.key.startsWith(OWNERS)) continue
    const area = SWEPT_AREAS.find(({ holds }) => holds.test(object.key))
    const isMark = object.key.startsWith(BACKUP_MARKS)
    if (!area && !isMark) {
      figures.unknown += 1
      continue
    }
    figures.objects += 1
    figures.bytes += object.size
    if (!area) continue
    // Also one whose time the store did not say.
    if (!(now - object.time >= SWEEP_GRACE_MS)) {
      figures.young += 1
      continue
    }
    const some = waiting.get(area) ?? []
    some.push(object)
    if (some.length >= KEYS) await ask(area)
  }
  for (const area of SWEPT_AREAS) await ask(area)
  return figures
}

/** Are there so many orphans that the database may belong to another store? */
export const isImplausible = ({ orphans, objects }: SweepFigures): boolean =>
  orphans.length > PLAUSIBLE && orphans.length > objects / 2

/**
 * Removes orphans, each while a writer of the same key has to wait, and only when still nothing names it.
 * @returns how many, and their bytes
 */
export async function removeOrphans(
  { db, blobs }: Pick<SweepOptions, 'db' | 'blobs'>,
  orphans: readonly StoredObject[],
): Promise<{ count: number; bytes: number }> {
  const removed = { count: 0, bytes: 0 }
  for (const { key, size } of orphans) {
    const area = SWEPT_AREAS.find(({ holds }) => holds.test(key))
    if (!area || !(await area.free({ db, blobs }, key))) continue
    removed.count += 1
    removed.bytes += size
  }
  return removed
}

/**
 * The time by the clock of the store, which is what ages are measured with: this machine's may be days off.
 * @throws AppError `unavailable` when the store does not show what was just written
 */
export async function storeTime(blobs: BlobStore): Promise<number> {
  const key = `${RIGHTS}${randomUUID()}`
  try {
    await storeText(blobs, key, 'time')
    for await (const object of blobs.list(key)) if (object.key === key) return object.time
    throw new AppError('unavailable', '文件存储没有列出刚写入的对象，不能判断哪些内容可以清理')
  } finally {
    await blobs.remove(key)
  }
}
