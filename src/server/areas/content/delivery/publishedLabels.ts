import { type Kysely, sql } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import type { ContentColumn } from '../store/rules.ts'
import { findLabelFields } from '../searchIndex/entriesWithLabels.ts'
import { toFtsQuery } from '../searchIndex/searchIndex.ts'
import { toColumnWord, toValueWord } from '../searchIndex/words.ts'

/** Labels per statement. */
const BATCH_SIZE = 200

/**
 * Finds the labels that published entries of the columns have. The word index stops at the first entry of each label.
 */
export async function findPublishedLabels(
  db: Kysely<Database>,
  columns: Iterable<ContentColumn>,
  labels: readonly number[],
): Promise<ReadonlySet<number>> {
  const fields = [...columns].flatMap((column) => findLabelFields(column).map((name) => ({ id: column.id, name })))
  const found = new Set<number>()
  if (fields.length === 0) return found
  const wanted = labels.map((label) => ({
    label,
    words: fields.map(({ id, name }) => toColumnWord(id, toValueWord(name, String(label)))),
  }))
  for (const part of splitIntoBatches(wanted, BATCH_SIZE))
    for (const label of await (engineOf(db) === 'sqlite' ? findInFts : findInGin)(db, part)) found.add(label)
  return found
}

interface LabelWords {
  label: number
  words: readonly string[]
}
type Find = (db: Kysely<Database>, wanted: readonly LabelWords[]) => Promise<number[]>

const PUBLISHED = sql`content."isStatus" = 1 and content."isRecycled" = 0`

const findInFts: Find = async (db, wanted) => {
  const found: number[] = []
  for (const { label, words } of wanted) {
    const any = words.map((word) => toFtsQuery([word])).join(' OR ')
    const { rows } = await sql`select 1 from content_words join content on content.id = content_words.rowid
      where content_words match ${any} and ${PUBLISHED} limit 1`.execute(db)
    if (rows.length > 0) found.push(label)
  }
  return found
}

/** MATERIALIZED makes the planner use the word index, as if all rows were read; LIMIT still stops at the first row. */
const findInGin: Find = async (db, wanted) => {
  const asked = sql.join(wanted.map(({ label, words }) => sql`(${label}::integer, ${[...words]}::text[])`))
  const { rows } = await sql<{ label: number }>`
    select asked.label from (values ${asked}) as asked (label, words) cross join lateral (
      with carrying as materialized (select "contentId" as id from content_words where content_words.words && asked.words)
      select 1 from carrying join content on content.id = carrying.id where ${PUBLISHED} limit 1) as first`.execute(db)
  return rows.map(({ label }) => label)
}
