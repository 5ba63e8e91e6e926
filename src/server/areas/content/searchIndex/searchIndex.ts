import { type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { dictionaryOf } from '#shared/domain/contentFields.ts'
import type { Values } from '../store/entries.ts'
import { toReadableTexts } from '../store/texts.ts'
import { toFieldWord, toColumnWord, toIndexWords, toSearchable, toValueWords } from './words.ts'

/** Does the field hold choices, joined by commas? */
export const hasChoices = (field: MenuField): boolean =>
  field.fieldType === 'RelationContent' || field.fieldType === 'RelationLabel' || dictionaryOf(field) !== null

/** Results for texts that were processed in advance (LargeTexts). */
interface KnownTexts {
  findByStored(fieldName: string, value: string): { searchable: string; words: readonly string[] } | undefined
}

/** Index words of an entry, and the texts against which hits are verified. */
export function buildIndexEntry(
  column: { id: number; fields: readonly MenuField[] },
  values: Values,
  known?: KnownTexts,
): { words: string[]; texts: Values } {
  const words = new Set<string>()
  const texts: Record<string, string> = {}
  const others: MenuField[] = []
  for (const field of column.fields) {
    const facts = known?.findByStored(field.fieldName, values[field.fieldName] ?? '')
    if (!facts) others.push(field)
    else if (facts.searchable !== '') {
      texts[field.fieldName] = facts.searchable
      for (const word of facts.words) words.add(word)
    }
  }
  for (const { field, text } of toReadableTexts(others, values)) {
    texts[field.fieldName] = toSearchable(text)
    const isLine = field.fieldType === 'SingleLine'
    for (const word of toIndexWords(text)) {
      words.add(word)
      if (isLine) words.add(toFieldWord(field.fieldName, word))
    }
  }
  for (const field of column.fields) {
    const { fieldName, fieldType } = field
    if (fieldType === 'Editor') continue
    for (const word of toValueWords(fieldName, values[fieldName] ?? '', hasChoices(field))) words.add(word)
  }
  return { words: [...words].map((word) => toColumnWord(column.id, word)), texts }
}

/** The words of entries' texts, and the letter pairs of their titles' initials. */
export type IndexName = 'content_words' | 'content_initials'

/** Replaces an entry's words in the index. */
export const writeIndex = (db: Kysely<Database>, id: number, words: readonly string[]): Promise<void> =>
  addToIndex(db, [{ id, words }])

/** Replaces the words of many entries. */
export async function addToIndex(
  db: Kysely<Database>,
  entries: readonly { id: number; words: readonly string[] }[],
  index: IndexName = 'content_words',
): Promise<void> {
  if (entries.length === 0) return
  if (engineOf(db) === 'sqlite') {
    for (const { id, words } of entries) {
      await sql`delete from ${sql.table(index)} where rowid = ${id}`.execute(db)
      await sql`insert into ${sql.table(index)} (rowid, words) values (${id}, ${words.join(' ')})`.execute(db)
    }
    return
  }
  await db
    .insertInto(index)
    .values(entries.map(({ id, words }) => ({ contentId: id, words: [...words] })))
    .onConflict((conflict) => conflict.column('contentId').doUpdateSet((eb) => ({ words: eb.ref('excluded.words') })))
    .execute()
}

/** Removes entries from both indexes. On PostgreSQL the rows cascade with the entry. */
export async function removeIndex(db: Kysely<Database>, ids: readonly number[]): Promise<void> {
  if (engineOf(db) !== 'sqlite') return
  for (const id of ids) {
    await sql`delete from content_words where rowid = ${id}`.execute(db)
    await sql`delete from content_initials where rowid = ${id}`.execute(db)
  }
}

/** Limits a query to entries that have all the words. @param few at most a few thousand entries have them */
export function whereHasWords(
  db: Kysely<Database>,
  entries: SelectQueryBuilder<Database, 'content', object>,
  words: readonly string[],
  range: { after?: number | undefined; upTo?: number | undefined },
  few: boolean,
): SelectQueryBuilder<Database, 'content', object> {
  if (engineOf(db) !== 'sqlite') {
    const ids = sql`(select "contentId" from content_words where words @> ${[...words]}::text[])`
    // PostgreSQL assumes unknown words in 1 of 200 entries and would start parallel workers; any(array) avoids it.
    return entries.where(few ? sql<SqlBool>`content.id = any(array${ids})` : sql<SqlBool>`content.id in ${ids}`)
  }
  const { after = 0, upTo = Number.MAX_SAFE_INTEGER } = range
  // A rowid range lets FTS5 skip the entries outside it.
  const found = sql<SqlBool>`content_words.rowid = content.id and content_words.rowid between ${after + 1} and ${upTo} and content_words match ${toFtsQuery(words)}`
  return entries.$if(true, (query) => query.innerJoin('content_words', (join) => join.on(found)))
}

/** Counts the entries, in any state, that have all the words; stops at `most`. */
export async function countWithWords(db: Kysely<Database>, words: readonly string[], most: number): Promise<number> {
  const having =
    engineOf(db) === 'sqlite'
      ? sql`select rowid from content_words where content_words match ${toFtsQuery(words)} limit ${most}`
      : sql`select "contentId" from content_words where words @> ${[...words]}::text[] limit ${most}`
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${having}) as those`.execute(db)
  return rows[0]?.total ?? 0
}

/** Ids of at most `most` entries, in any state, that have one of the words. */
export async function findWithAnyWord(db: Kysely<Database>, words: readonly string[], most: number): Promise<number[]> {
  const any = words.map((word) => toFtsQuery([word])).join(' OR ')
  const { rows } = await (
    engineOf(db) === 'sqlite'
      ? sql<{ id: number }>`select rowid as id from content_words where content_words match ${any} limit ${most}`
      : sql<{
          id: number
        }>`select "contentId" as id from content_words where words && ${[...words]}::text[] limit ${most}`
  ).execute(db)
  return rows.map(({ id }) => id)
}

/** FTS5 query for all of the words. */
export const toFtsQuery = (words: readonly string[]): string =>
  words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')
