import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { reserveIds } from '#server/db/dialect.ts'
import { inParts } from '#shared/util/lists.ts'
import { type KindName, kindOf } from './kinds.ts'

type Db = Kysely<Database>

/** Maps ids and addresses of the archive to those on this server. */
export interface Refs {
  /** 0 when the row has no counterpart on this server. */
  id(kind: KindName, id: unknown): number
  /** Returns the address unchanged when the archive has no such file. */
  address(address: string): string
}

/** Kind under which addresses are stored in the map. */
const ADDRESSES = 'address'
const PART = 500

/** Stores old and new keys. `isMade` 0: the row existed before the import. */
export async function remember(
  db: Db,
  importId: number,
  kind: KindName | typeof ADDRESSES,
  pairs: readonly (readonly [old: string | number, now: string | number])[],
  isMade: 0 | 1,
): Promise<void> {
  for (const part of inParts(pairs, PART))
    await db
      .insertInto('site_import_map')
      .values(part.map(([old, now]) => ({ importId, kind, oldKey: String(old), newKey: String(now), isMade })))
      .execute()
}

export const rememberAddresses = (
  db: Db,
  importId: number,
  pairs: readonly (readonly [old: string, now: string])[],
): Promise<void> => remember(db, importId, ADDRESSES, pairs, 1)

/** Reserves new ids for rows of the archive, in their order. */
export async function rememberNew(db: Db, importId: number, kind: KindName, ids: readonly number[]): Promise<void> {
  const made = await reserveIds(db, kindOf(kind).table, ids.length)
  const pairs = ids.map((old, at): [number, number] => [old, made[at] ?? 0])
  await remember(db, importId, kind, pairs, 1)
}

/** The whole map of one kind; only for kinds with few rows. */
export async function allOf(db: Db, importId: number, kind: KindName): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('site_import_map')
    .select(['oldKey', 'newKey'])
    .where('importId', '=', importId)
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.map(({ oldKey, newKey }) => [Number(oldKey), Number(newKey)]))
}

/**
 * Runs `work` twice: first to collect the keys that it asks for, then with the mapped keys, which are read in
 * batches. The map of a large site therefore stays out of memory. `work` must be repeatable and without side effects.
 */
export async function withRefs<T>(db: Db, importId: number, work: (refs: Refs) => T): Promise<T> {
  const wanted = new Map<string, Set<string>>()
  const want = (kind: string, key: string): void => {
    const keys = wanted.get(kind) ?? new Set()
    wanted.set(kind, keys.add(key))
  }
  work({
    id: (kind, id) => {
      want(kind, String(id))
      return 0
    },
    address: (address) => {
      want(ADDRESSES, address)
      return address
    },
  })
  const known = new Map<string, string>()
  for (const [kind, keys] of wanted)
    for (const part of inParts([...keys], PART)) {
      const rows = await db
        .selectFrom('site_import_map')
        .select(['oldKey', 'newKey'])
        .where('importId', '=', importId)
        .where('kind', '=', kind)
        .where('oldKey', 'in', part)
        .execute()
      for (const { oldKey, newKey } of rows) known.set(`${kind} ${oldKey}`, newKey)
    }
  return work({
    id: (kind, id) => Number(known.get(`${kind} ${String(id)}`) ?? 0),
    address: (address) => known.get(`${ADDRESSES} ${address}`) ?? address,
  })
}
