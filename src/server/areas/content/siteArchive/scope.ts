import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { dictionaryOf } from '#shared/domain/contentFields.ts'
import { MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import type { Scope } from './rows.ts'

type Db = Kysely<Database>

/** Rows outside the site that the site refers to: dictionaries of its fields, and accounts named by its entries. */
export async function findScope(db: Db, siteId: number): Promise<Scope> {
  const columns = await db.selectFrom('site_column').select('fields').where('siteId', '=', siteId).execute()
  const marks = columns.flatMap(({ fields }) =>
    (JSON.parse(fields) as MenuField[]).flatMap((field) => dictionaryOf(field) ?? []),
  )
  const flat = marks.flatMap(({ id, type }) => (type === MULTI_LEVEL ? [] : id))
  const own = await db.selectFrom('dictionary').select('id').where('siteId', '=', siteId).execute()
  const trees = marks.flatMap(({ id, type }) => (type === MULTI_LEVEL ? id : []))
  const dictionaries = toSortedUnique([...flat, ...own.map(({ id }) => id)])
  return {
    siteId,
    ids: {
      dictionaries: await findExisting(db, 'dictionary', dictionaries),
      classify: await findDescendants(db, toSortedUnique(trees)),
      accounts: await findExisting(db, 'account', await findStaff(db, siteId)),
    },
  }
}

const toSortedUnique = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b)

async function findExisting(db: Db, table: 'dictionary' | 'account', ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', [...ids, 0])
    .execute()
  return toSortedUnique(rows.map(({ id }) => id))
}

/** Entries of multi-level dictionaries, parents before children. */
async function findDescendants(db: Db, tops: readonly number[]): Promise<number[]> {
  const reached = new Set(tops)
  for (let level = [...tops]; level.length > 0;) {
    const rows = await db.selectFrom('classify').select('id').where('parentId', 'in', level).orderBy('id').execute()
    level = rows.map(({ id }) => id).filter((id) => !reached.has(id))
    for (const id of level) reached.add(id)
  }
  const rows = await db
    .selectFrom('classify')
    .select('id')
    .where('id', 'in', [...reached, 0])
    .execute()
  const existing = new Set(rows.map(({ id }) => id))
  return [...reached].filter((id) => existing.has(id))
}

async function findStaff(db: Db, siteId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct "createById" as id from content where "siteId" = ${siteId}
    union select distinct "authorId" from content_event where "siteId" = ${siteId}
    union select distinct n."authorId" from content_note n join content c on c.id = n."contentId" where c."siteId" = ${siteId}
    union select distinct "accountId" from attachment where "siteId" = ${siteId}`.execute(db)
  return toSortedUnique(rows.map(({ id }) => id))
}
