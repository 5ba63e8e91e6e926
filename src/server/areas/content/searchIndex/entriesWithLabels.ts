import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { choicesIn } from '#shared/domain/contentFields.ts'
import { toChunks, type EntryRow, type Values } from '../store/entries.ts'
import { type ContentColumn, toContentColumn } from '../store/rules.ts'
import { findWithAnyWord } from './searchIndex.ts'
import { toColumnWord, toValueWord } from './words.ts'

/** Entries of a column that have labels, including recycled ones. */
export interface LabelledColumn {
  column: ContentColumn
  rows: EntryRow[]
}

/** Finds entries with labels of a site, by column; at most `most` entries per column. */
export async function findEntriesWithLabels(
  db: Kysely<Database>,
  siteId: number,
  labels: readonly number[],
  most: number,
): Promise<LabelledColumn[]> {
  const found: LabelledColumn[] = []
  const columns = db.selectFrom('site_column').selectAll().where('siteId', '=', siteId)
  for (const row of await columns.where('fields', 'like', '%"RelationLabel"%').orderBy('id').execute()) {
    const column = toContentColumn(row)
    const ids = new Set<number>()
    for (const part of toChunks(labels)) {
      const words = part.flatMap((label) =>
        findLabelFields(column).map((name) => toColumnWord(column.id, toValueWord(name, String(label)))),
      )
      if (words.length > 0) for (const id of await findWithAnyWord(db, words, most)) ids.add(id)
    }
    const rows: EntryRow[] = []
    for (const part of toChunks([...ids]))
      rows.push(...(await db.selectFrom('content').selectAll().where('id', 'in', part).orderBy('id').execute()))
    if (rows.length > 0) found.push({ column, rows: rows.slice(0, most) })
  }
  return found
}

/** Names of the column's label fields. */
export const findLabelFields = ({ fields }: ContentColumn): string[] =>
  fields.flatMap(({ fieldType, fieldName }) => (fieldType === 'RelationLabel' ? fieldName : []))

/** Removes labels from the values. */
export function removeLabels(column: ContentColumn, values: Values, labels: readonly number[]): Values {
  const gone = new Set(labels.map(String))
  const left = findLabelFields(column).map((name): [string, string] => {
    const kept = choicesIn(values[name] ?? '').filter((label) => !gone.has(label.trim()))
    return [name, kept.join(',')]
  })
  return { ...values, ...Object.fromEntries(left) }
}
