import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import type { ArchiveRow } from './checkRows.ts'
import { storeMappings } from './importMap.ts'

type Db = Kysely<Database>
type Pair = readonly [old: number, now: number]

/** Target of rows that belong to no site. */
export interface SharedImportContext {
  importId: number
  siteId: number
}

/** Maps chosen accounts of the archive to the account with the same username. Other accounts get no counterpart. */
export async function mapAccounts(
  db: Db,
  { importId }: SharedImportContext,
  rows: readonly ArchiveRow[],
  chosen: ReadonlySet<string>,
): Promise<void> {
  const chosenRows = rows.filter(({ username }) => chosen.has(String(username)))
  for (const part of splitIntoBatches(chosenRows, 500)) {
    const keys = part.map(({ username }) => String(username).toLowerCase())
    const found = await db
      .selectFrom('account')
      .select(['id', 'usernameKey'])
      .where('usernameKey', 'in', keys)
      .execute()
    const byKey = new Map(found.map(({ id, usernameKey }) => [usernameKey, id]))
    const pairs = part.flatMap((row): Pair[] => {
      const id = byKey.get(String(row['username']).toLowerCase())
      return id ? [[Number(row['id']), id]] : []
    })
    await storeMappings(db, importId, 'accounts', pairs, 0)
  }
}

/** Reuses an identical dictionary of all sites; other dictionaries are added to the new site. */
export async function importDictionaries(
  db: Db,
  { importId, siteId }: SharedImportContext,
  rows: readonly ArchiveRow[],
): Promise<void> {
  const shared = await db.selectFrom('dictionary').select(['id', 'title', 'value']).where('siteId', '=', 0).execute()
  const known = new Map(shared.map(({ id, title, value }) => [`${title} ${value}`, id]))
  for (const { id, siteId: from, ...row } of rows) {
    const value = JSON.stringify(Array.isArray(row['value']) ? row['value'].map(String) : [])
    const existingId = from === 0 ? known.get(`${String(row['title'])} ${value}`) : undefined
    const newId = existingId ?? (await insertRow(db, 'dictionary', { ...row, siteId, value }))
    await storeMappings(db, importId, 'dictionaries', [[Number(id), newId]], existingId === undefined ? 1 : 0)
  }
}

/** Reuses entries of multi-level dictionaries with the same name under the same parent; adds the others. */
export async function importClassify(
  db: Db,
  { importId }: SharedImportContext,
  rows: readonly ArchiveRow[],
): Promise<void> {
  const ids = new Set(rows.map(({ id }) => Number(id)))
  const below = Map.groupBy(rows, (row) => (ids.has(Number(row['parentId'])) ? Number(row['parentId']) : 0))
  const newIds = new Map<number, number>([[0, 0]])
  for (const [old, now] of newIds) {
    const children = below.get(old) ?? []
    if (children.length === 0) continue
    const existing = await db.selectFrom('classify').select(['id', 'title']).where('parentId', '=', now).execute()
    const known = new Map(existing.map(({ id, title }) => [title, id]))
    for (const { id, ...row } of children) {
      if (newIds.has(Number(id))) continue
      const existingId = known.get(String(row['title']))
      const newId = existingId ?? (await insertRow(db, 'classify', { ...row, parentId: now }))
      newIds.set(Number(id), newId)
      await storeMappings(db, importId, 'classify', [[Number(id), newId]], existingId === undefined ? 1 : 0)
    }
  }
}

async function insertRow(
  db: Db,
  table: 'dictionary' | 'classify',
  row: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { id } = await db
    .insertInto(table)
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
