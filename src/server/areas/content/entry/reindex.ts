import { type Kysely, sql } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { findColumn, shareFieldsLock } from '#server/areas/column/column/index.ts'
import { toChunks, type Entry, readWithBodies } from '../store/entries.ts'
import { type ContentColumn, toContentColumn } from '../store/rules.ts'
import { writeInitials } from '../searchIndex/initials.ts'
import { addToIndex, hasChoices, buildIndexEntry, writeIndex } from '../searchIndex/searchIndex.ts'
import { findTitle } from '../store/texts.ts'
import { splitValues } from './write.ts'

/** Which entries are reindexed: those of a column with a value in one of the fields. */
export interface ReindexOrder {
  classId: number
  names: string[]
}

const storageKindsOf = (fields: readonly MenuField[]) =>
  new Map(fields.map((field) => [field.fieldName, `${field.fieldType} ${hasChoices(field)}`]))

/**
 * Names of fields whose values are stored or indexed differently after the change, including added and removed
 * fields.
 */
export function findReindexedFields(before: readonly MenuField[], after: readonly MenuField[]): string[] {
  const [old, now] = [storageKindsOf(before), storageKindsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name))
}

/** Ids of all entries of the column, ascending, including recycled ones. */
export async function findColumnIds(db: Kysely<Database>, classId: number): Promise<number[]> {
  const rows = await db.selectFrom('content').select('id').where('classId', '=', classId).execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/**
 * Rewrites the stored and indexed form of entries with a value in a named field. Ids are ascending. Versions and
 * history stay. `db` must be a transaction.
 */
export async function reindexEntries(
  db: Kysely<Database>,
  { classId, names }: ReindexOrder,
  ids: readonly number[],
): Promise<void> {
  await shareFieldsLock(db, classId)
  const found = await findColumn(db, classId)
  if (!found) return
  const column = toContentColumn(found)
  for (const part of toChunks(ids)) {
    const rows = await db
      .selectFrom('content')
      .selectAll()
      .where('id', 'in', part)
      // The unary + makes SQLite look up the ids instead of scanning the column's index.
      .where(sql`+"classId"`, '=', classId)
      .orderBy('id')
      .$if(engineOf(db) === 'postgres', (query) => query.forUpdate())
      .execute()
    for (const entry of await readWithBodies(db, rows))
      if (names.some((name) => (entry.values[name] ?? '') !== '')) await reindex(db, column, entry)
  }
}

/** Columns that contain entries. */
export const findColumnsWithEntries = (db: Kysely<Database>): Promise<{ id: number }[]> =>
  db.selectFrom('content').select('classId as id').distinct().execute()

/**
 * Rebuilds the search words of a column, for a database that was filled from another one. `db` must be a transaction.
 */
export async function rebuildWords(db: Kysely<Database>, classId: number): Promise<void> {
  const found = await findColumn(db, classId)
  if (!found) return
  const column = toContentColumn(found)
  for (const part of toChunks(await findColumnIds(db, classId))) {
    const rows = await db.selectFrom('content').selectAll().where('id', 'in', part).orderBy('id').execute()
    const entries = await readWithBodies(db, rows)
    await addToIndex(
      db,
      entries.map(({ row, values }) => ({ id: row.id, words: buildIndexEntry(column, values).words })),
    )
    await writeInitials(
      db,
      rows.map(({ id, title }) => ({ id, classId, title })),
    )
  }
}

async function reindex(db: Kysely<Database>, column: ContentColumn, { row, values }: Entry): Promise<void> {
  const { short, long } = splitValues(column, values)
  const { words, texts } = buildIndexEntry(column, values)
  const kept = { title: findTitle(column.fields, values), fields: JSON.stringify(short) }
  await db.updateTable('content').set(kept).where('id', '=', row.id).execute()
  const body = { bodies: JSON.stringify(long), texts: JSON.stringify(texts) }
  await db.updateTable('content_body').set(body).where('contentId', '=', row.id).execute()
  await writeIndex(db, row.id, words)
  await writeInitials(db, [{ id: row.id, classId: column.id, title: kept.title }])
}

/** Job: reindexes all entries of a column; safe to repeat. */
export const reindexColumn: JobWork = async ({ db }, job) => {
  const order = job.input as ReindexOrder
  const ids = await findColumnIds(db, order.classId)
  // One transaction per batch, so that others can write in between.
  const parts = toChunks(ids)
  for (const [at, part] of parts.entries()) {
    const done = Math.floor((100 * at) / parts.length)
    await job.report(done, `已更新 ${done}%，共 ${ids.length} 条`)
    await db.transaction().execute((tx) => reindexEntries(tx, order, part))
  }
  await job.finish(async () => order.classId)
}
