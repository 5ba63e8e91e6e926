import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { type Kind, type KindName, kindOf } from './kinds.ts'

type Db = Kysely<Database>
export type Row = Readonly<Record<string, unknown>>

/** A site, and the ids of rows of no site that the site's rows refer to. */
export interface Scope {
  siteId: number
  ids: Readonly<Partial<Record<KindName, readonly number[]>>>
}

/** Rows per statement, and per statement when rows hold long texts. */
const [ROWS_PER_READ, LONG_ROWS_PER_READ] = [500, 50]
const LONG_KINDS: ReadonlySet<string> = new Set<KindName>(['contents', 'revisions', 'columns'])

/** Yields the site's rows of one kind in a fixed order, in batches. */
export async function* readRows(db: Db, name: KindName, scope: Scope): AsyncGenerator<readonly Row[]> {
  const kind = kindOf(name)
  const size = LONG_KINDS.has(name) ? LONG_ROWS_PER_READ : ROWS_PER_READ
  if (kind.ownedBy === 'ids') {
    for (const part of splitIntoBatches(scope.ids[name] ?? [], size))
      yield readBatch(db, kind, sql`id in (${sql.join(part)})`)
    return
  }
  if (kind.ownedBy === 'site') {
    if (!('id' in kind.columns)) {
      yield readBatch(db, kind, sql`"siteId" = ${scope.siteId}`)
      return
    }
    for await (const ids of readIds(db, name, scope.siteId, size))
      yield readBatch(db, kind, sql`id in (${sql.join(ids)})`)
    return
  }
  const { kind: parent, column } = kind.ownedBy
  for await (const ids of readIds(db, parent, scope.siteId, ROWS_PER_READ)) {
    const ofParents = sql`${sql.ref(column)} in (${sql.join(ids)})`
    if (kind.order[0] !== 'id') {
      yield readBatch(db, kind, ofParents)
      continue
    }
    // Ids are read first: the rows of one entry alone can be many megabytes.
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(kind.table)} where ${ofParents} order by ${sql.ref(column)}, id`.execute(db)
    for (const part of splitIntoBatches(rows, size))
      yield readBatch(db, kind, sql`id in (${sql.join(part.map((row) => row.id))})`, [column, 'id'])
  }
}

/** Yields the ids of the site's rows in ascending order, in batches. */
async function* readIds(db: Db, name: KindName, siteId: number, size: number): AsyncGenerator<number[]> {
  const { table } = kindOf(name)
  // Content of a column in the recycle bin is left out together with the column.
  const condition =
    name === 'contents' ? sql` and "classId" in (select id from site_column where "siteId" = ${siteId})` : sql``
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where "siteId" = ${siteId} and id > ${after}${condition} order by id limit ${size}`.execute(
      db,
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) yield ids
    if (ids.length < size) return
    after = ids.at(-1) ?? 0
  }
}

async function readBatch(
  db: Db,
  { table, columns, order }: Kind,
  where: RawBuilder<unknown>,
  by: readonly string[] = order,
): Promise<readonly Row[]> {
  const names = Object.keys(columns)
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)} where ${where}
    order by ${sql.join(by.map((name) => sql.ref(name)))}`.execute(db)
  return rows.map((row) => parseJsonColumns(row, columns))
}

/** Parses JSON columns, so that readers of the archive need no second parser. */
const parseJsonColumns = (row: Row, columns: Kind['columns']): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      columns[name] === 'json' && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
    ]),
  )
