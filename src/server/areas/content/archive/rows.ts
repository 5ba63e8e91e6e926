import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { inParts } from '#shared/util/lists.ts'
import { type Kind, type KindName, kindOf } from './kinds.ts'

type Db = Kysely<Database>
export type Row = Readonly<Record<string, unknown>>

/** The rows of a site, and the ids of those of no site that these refer to. */
export interface Scope {
  siteId: number
  ids: Readonly<Partial<Record<KindName, readonly number[]>>>
}

/** Rows of one statement, and of one whose rows hold long texts. */
const [ROWS, LONG] = [500, 50]
const LONG_KINDS: ReadonlySet<string> = new Set<KindName>(['contents', 'revisions', 'columns'])

/** The rows of a kind that belong to the site, in a fixed order, some at a time. */
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
    // The ids first: the rows of one entry alone can be many megabytes.
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(kind.table)} where ${below} order by ${sql.ref(column)}, id`.execute(db)
    for (const part of inParts(rows, size))
      yield read(db, kind, sql`id in (${sql.join(part.map((row) => row.id))})`, [column, 'id'])
  }
}

/** Ids of the site's rows, ascending, some at a time. */
async function* idsOf(db: Db, name: KindName, siteId: number, size: number): AsyncGenerator<number[]> {
  const { table } = kindOf(name)
  // Content of a column that is in the recycle area is left out with it.
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

/** JSON as such, so that who reads the archive needs no second parser. */
const parsed = (row: Row, columns: Kind['columns']): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      columns[name] === 'json' && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
    ]),
  )
