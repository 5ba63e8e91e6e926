import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { reserveIds } from '#server/db/dialect.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { type KindName, kindOf } from './kinds.ts'

type Db = Kysely<Database>

/** Maps ids and addresses of the archive to those on this server. */
export interface KeyMap {
  /** 0 when the row has no counterpart on this server. */
  id(kind: KindName, id: unknown): number
  /** Returns the address unchanged when the archive has no such file. */
  address(address: string): string
}

/** Kind under which addresses are stored in the map. */
const ADDRESS_KIND = 'address'
const BATCH_SIZE = 500

/** Stores old and new keys. `isMade` 0: the row existed before the import. */
export async function storeMappings(
  db: Db,
  importId: number,
  kind: KindName | typeof ADDRESS_KIND,
  pairs: readonly (readonly [old: string | number, now: string | number])[],
  isMade: 0 | 1,
): Promise<void> {
  for (const part of splitIntoBatches(pairs, BATCH_SIZE))
    await db
      .insertInto('site_import_map')
      .values(part.map(([old, now]) => ({ importId, kind, oldKey: String(old), newKey: String(now), isMade })))
      .execute()
}

export const storeAddressMappings = (
  db: Db,
  importId: number,
  pairs: readonly (readonly [old: string, now: string])[],
): Promise<void> => storeMappings(db, importId, ADDRESS_KIND, pairs, 1)

/** Reserves new ids for rows of the archive, in their order. */
export async function reserveNewIds(db: Db, importId: number, kind: KindName, ids: readonly number[]): Promise<void> {
  const newIds = await reserveIds(db, kindOf(kind).table, ids.length)
  const pairs = ids.map((old, at): [number, number] => [old, newIds[at] ?? 0])
  await storeMappings(db, importId, kind, pairs, 1)
}

/** The whole map of one kind; only for kinds with few rows. */
export async function readMapping(db: Db, importId: number, kind: KindName): Promise<ReadonlyMap<number, number>> {
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
export async function withKeyMap<T>(db: Db, importId: number, work: (refs: KeyMap) => T): Promise<T> {
  const requested = new Map<string, Set<string>>()
  const request = (kind: string, key: string): void => {
    const keys = requested.get(kind) ?? new Set()
    requested.set(kind, keys.add(key))
  }
  work({
    id: (kind, id) => {
      request(kind, String(id))
      return 0
    },
    address: (address) => {
      request(ADDRESS_KIND, address)
      return address
    },
  })
  const known = new Map<string, string>()
  for (const [kind, keys] of requested)
    for (const part of splitIntoBatches([...keys], BATCH_SIZE)) {
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
    address: (address) => known.get(`${ADDRESS_KIND} ${address}`) ?? address,
  })
}
