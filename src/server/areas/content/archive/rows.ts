import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { inParts } from '#shared/util/lists.ts'
import { type Kind, type KindName, kindOf } from './kinds.ts'

type Db = Kysely<Database>
export type Row = Readonly<Record<string, unknown>>

/** A site, and the ids of rows of no site that the site's rows refer to. */
export interface Scope {
  siteId: number
  ids: Readonly<Partial<Record<KindName, readonly number[]>>>
}

/** Rows per statement, and per statement when rows hold long texts. */
const [ROWS, LONG] = [500, 50]
const LONG_KINDS: ReadonlySet<string> = new Set<KindName>(['contents', 'revisions', 'columns'])

/** Yields the site's rows of one kind in a fixed order, in batches. */
export async function* rowsOf(db: Db, name: KindName, scope: Scope): AsyncGenerator<readonly Row[]> {
  const kind = kindOf(name)
  const size = LONG_KINDS.has(name) ? LONG : ROWS
  if (kind.of === 'ids') {
    for (const part of inParts(scope.ids[name] ?? [], size)) yield read(db, kind, sql`id in (${sql.join(part)})`)
    return
  }
  if (kind.of === 'site') {
    if (!('id' in kind.columns)) {
      yield read(db, kind, sql`"siteId" = ${scope.siteId}`)
      return
    }
    for await (const ids of idsOf(db, name, scope.siteId, size)) yield read(db, kind, sql`id in (${sql.join(ids)})`)
    return
  }
  const { kind: parent, column } = kind.of
  for await (const ids of idsOf(db, parent, scope.siteId, ROWS)) {
    const below = sql`${sql.ref(column)} in (${sql.join(ids)})`
    if (kind.order[0] !== 'id') {
      yield read(db, kind, below)
      continue
    }
    // Ids are read first: the rows of one entry alone can be many megabytes.
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(kind.table)} where ${below} order by ${sql.ref(column)}, id`.execute(db)
    for (const part of inParts(rows, size))
      yield read(db, kind, sql`id in (${sql.join(part.map((row) => row.id))})`, [column, 'id'])
  }
}

/** Yields the ids of the site's rows in ascending order, in batches. */
async function* idsOf(db: Db, name: KindName, siteId: number, size: number): AsyncGenerator<number[]> {
  const { table } = kindOf(name)
  // Content of a column in the recycle bin is left out together with the column.
  const more =
    name === 'contents' ? sql` and "classId" in (select id from site_column where "siteId" = ${siteId})` : sql``
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where "siteId" = ${siteId} and id > ${after}${more} order by id limit ${size}`.execute(
      db,
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) yield ids
    if (ids.length < size) return
    after = ids.at(-1) ?? 0
  }
}

async function read(
  db: Db,
  { table, columns, order }: Kind,
  where: RawBuilder<unknown>,
  by: readonly string[] = order,
): Promise<readonly Row[]> {
  const names = Object.keys(columns)
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)} where ${where}
    order by ${sql.join(by.map((name) => sql.ref(name)))}`.execute(db)
  return rows.map((row) => parsed(row, columns))
}

/** Parses JSON columns, so that readers of the archive need no second parser. */
const parsed = (row: Row, columns: Kind['columns']): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      columns[name] === 'json' && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
    ]),
  )
