import { type Insertable, type Kysely, sql } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database, RowOf } from '#server/db/schema.ts'
import { conflictError } from '#server/http/conflict.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import { AppError } from '#shared/errors/index.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import type { ContentColumn } from './rules.ts'

export type EntryRow = RowOf<'content'>
export type NewEntry = Insertable<Database['content']>
/** Texts of dynamic fields by name. */
export type Values = Readonly<Record<string, string>>
/** An entry with the texts of all its fields. */
export interface Entry {
  row: EntryRow
  values: Values
}

/** How long a deleted entry can be restored. */
export const RETENTION_MS = 30 * DAY_MS
/** Rows per statement: both databases limit the number of bound values. */
const CHUNK_SIZE = 200
export const toChunks = <T>(list: readonly T[]): T[][] => splitIntoBatches(list, CHUNK_SIZE)

/** Parses a `fields` or `bodies` column. */
export const readValues = (json: string): Values => (json === '{}' ? {} : (JSON.parse(json) as Values))

/** Long texts by entry id. */
async function findBodies(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, Values>> {
  const rows = await db
    .selectFrom('content_body')
    .select(['contentId', 'bodies'])
    .where('contentId', 'in', [...ids, 0])
    .execute()
  return new Map(rows.map((row) => [row.contentId, readValues(row.bodies)]))
}

/** Adds the long texts to rows that were read for a list. */
export async function readWithBodies(db: Kysely<Database>, rows: readonly EntryRow[]): Promise<Entry[]> {
  const bodies = await findBodies(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ row, values: { ...readValues(row.fields), ...bodies.get(row.id) } }))
}

/** Bytes of long texts that are read at once. */
const PART_BYTES = 512 * 1024

/** Like readWithBodies, in batches: at most `PART_BYTES` of texts, but at least one entry, are in memory. */
export async function* readWithBodiesInParts(
  db: Kysely<Database>,
  rows: readonly EntryRow[],
): AsyncGenerator<Entry, void> {
  const ids = rows.map((row) => row.id)
  const sizes = await db
    .selectFrom('content_body')
    // octet_length does not read the text in either database.
    .select(['contentId', sql<number>`octet_length(bodies)`.as('bytes')])
    .where('contentId', 'in', [...ids, 0])
    .execute()
  const sizeOf = new Map(sizes.map(({ contentId, bytes }) => [contentId, bytes]))
  let [part, bytes]: [EntryRow[], number] = [[], 0]
  for (const row of rows) {
    const size = sizeOf.get(row.id) ?? 0
    if (part.length > 0 && bytes + size > PART_BYTES) {
      yield* await readWithBodies(db, part)
      ;[part, bytes] = [[], 0]
    }
    part.push(row)
    bytes += size
  }
  if (part.length > 0) yield* await readWithBodies(db, part)
}

/** The entry of the column, recycled or not. AppError `not-found`. */
export async function requireEntry(ctx: CallContext, column: ContentColumn, id: number): Promise<Entry> {
  const row = await ctx.db
    .selectFrom('content')
    .selectAll()
    .where('id', '=', id)
    .where('classId', '=', column.id)
    .executeTakeFirst()
  const [entry] = row ? await readWithBodies(ctx.db, [row]) : []
  if (!entry) throw new AppError('not-found', `栏目“${column.title}”中没有编号为 ${id} 的内容，可能已被删除，请刷新`)
  return entry
}

/**
 * Locks entries of the column until the transaction ends; returns them in the order of the ids. AppError `not-found`
 * names all that the column does not have.
 */
export async function lockEntries(
  ctx: CallContext,
  column: ContentColumn,
  given: readonly number[],
): Promise<EntryRow[]> {
  const ids = [...new Set(given)]
  const rows: EntryRow[] = []
  for (const part of toChunks(ids.toSorted((a, b) => a - b))) rows.push(...(await lockExisting(ctx, column, part)))
  requireAllFound(ids, rows)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** AppError `not-found` that names the ids without an entry. */
function requireAllFound(ids: readonly number[], rows: readonly { id: number }[]): void {
  const there = new Set(rows.map((row) => row.id))
  const gone = ids.filter((id) => !there.has(id))
  if (gone.length > 0) throw missingRecords({ kind: '内容', ids: gone })
}

/** Locks the entries that the column has, in the order of their ids. */
export const lockExisting = ({ db }: CallContext, column: ContentColumn, ids: readonly number[]): Promise<EntryRow[]> =>
  db
    .selectFrom('content')
    .selectAll()
    .where('id', 'in', ids)
    .where('classId', '=', column.id)
    .orderBy('id')
    // SQLite has a single writer, so it needs no row locks.
    .$if(engineOf(db) === 'postgres', (query) => query.forUpdate())
    .execute()

/** Like `lockEntries`; AppError `conflict` names the first recycled entry. */
export async function lockActive(ctx: CallContext, column: ContentColumn, ids: readonly number[]): Promise<EntryRow[]> {
  const rows = await lockEntries(ctx, column, ids)
  const recycled = rows.find((row) => row.isRecycled === 1)
  if (recycled) {
    const details = { fact: { kind: 'recycled', recycled: recycled.id } } as const
    throw new AppError('conflict', `${describeEntry(recycled)}在回收站中，请先还原`, { details })
  }
  return rows
}

/**
 * Locks an entry for an edit, and checks that the caller has seen its current version. AppErrors `not-found`,
 * `conflict`.
 */
export async function lockForEdit(
  ctx: CallContext,
  column: ContentColumn,
  id: number,
  version: number | undefined,
): Promise<Entry> {
  const rows = await lockActive(ctx, column, [id])
  const [entry] = await readWithBodies(ctx.db, rows)
  if (!entry) throw new AppError('not-found', '内容不存在，可能已被删除，请刷新')
  if (version !== undefined && version !== entry.row.version) throw conflictError(describeEntry(entry.row), entry.row)
  return entry
}

/** The entry's name in a message. */
export const describeEntry = ({ title, id }: { title: string; id: number }): string =>
  title === '' ? `编号为 ${id} 的内容` : `内容“${title.length > 40 ? `${title.slice(0, 40)}…` : title}”`
