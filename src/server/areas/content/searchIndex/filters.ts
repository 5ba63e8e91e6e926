import type { Flag } from '#server/db/table.ts'
import { type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { MenuField } from '#shared/contract/column.ts'
import type { FieldPair } from '#shared/contract/content.ts'
import { choicesIn } from '#shared/domain/contentFields.ts'
import { isDay } from '#shared/domain/fieldFormats.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ContentColumn } from '../store/rules.ts'
import { hasChoices, whereHasWords } from './searchIndex.ts'
import { toFieldWord, toColumnWord, toSearchable, toValueWord, toKeyWords } from './words.ts'

/** Filters of a column's list. */
export interface EntryFilter {
  isRecycled: Flag
  isStatus?: Flag | undefined
  key: string
  pairs: readonly FieldPair[]
  /** Creation time in epoch milliseconds, both inclusive. */
  from?: number | undefined
  to?: number | undefined
  /** Only ids above `after` and up to `upTo`. */
  after?: number | undefined
  upTo?: number | undefined
}

/** Conditions of a search; empty lists match all entries. */
export interface Search {
  /** Words for the index, and tests of the entries that it finds. */
  words: string[]
  tests: Expression<SqlBool>[]
  /** Equivalent tests that do not need the index. */
  checks: Expression<SqlBool>[]
}

/** Translates key and field values into a search. AppError `invalid` for a field that is not searchable. */
export function createSearch(
  db: Kysely<Database>,
  column: ContentColumn,
  { key, pairs }: Pick<EntryFilter, 'key' | 'pairs'>,
): Search {
  const parts = pairs.filter(({ fieldValue }) => fieldValue.trim() !== '').map((pair) => searchField(db, column, pair))
  if (toSearchable(key) !== '') parts.push(searchTexts(db, key))
  const words = [...new Set(parts.flatMap((part) => part.words))]
  return {
    words: words.map((word) => toColumnWord(column.id, word)),
    tests: parts.flatMap((part) => part.tests),
    checks: parts.flatMap((part) => part.checks),
  }
}

/** Query for the filtered entries, driven by the word index. @param few the words are not frequent (isFrequent) */
export function selectByIndex(
  db: Kysely<Database>,
  column: ContentColumn,
  wanted: EntryFilter,
  { words, tests }: Search,
  few = false,
) {
  const byWords = words.length > 0
  const usesIndex = byWords || wanted.after !== undefined
  let found: SelectQueryBuilder<Database, 'content', object> = db.selectFrom('content')
  if (byWords) found = whereHasWords(db, found, words, wanted, few)
  if (wanted.after !== undefined) found = found.where('content.id', '>', wanted.after)
  if (wanted.upTo !== undefined) found = found.where('content.id', '<=', wanted.upTo)
  // The unary + makes SQLite start from word hits or ids instead of scanning the column's index.
  found = found
    .where(usesIndex ? sql`+"classId"` : sql.ref('classId'), '=', column.id)
    .where(usesIndex ? sql`+"isRecycled"` : sql.ref('isRecycled'), '=', wanted.isRecycled)
  if (wanted.isStatus !== undefined) found = found.where('isStatus', '=', wanted.isStatus)
  if (wanted.from !== undefined) found = found.where('createTime', '>=', wanted.from)
  if (wanted.to !== undefined) found = found.where('createTime', '<=', wanted.to)
  for (const test of tests) found = found.where(test)
  return found
}

/** Query for the filtered entries that scans the column in its order. */
export function selectByScan(
  db: Kysely<Database>,
  column: ContentColumn,
  { isRecycled, isStatus, from = 0, to = Number.MAX_SAFE_INTEGER }: EntryFilter,
  { checks }: Pick<Search, 'checks'>,
) {
  let entries: SelectQueryBuilder<Database, 'content', object> = db
    .selectFrom('content')
    .where('classId', '=', column.id)
    .where('isRecycled', '=', isRecycled)
  if (isStatus !== undefined) entries = entries.where('isStatus', '=', isStatus)
  // `+ 0` keeps both databases on the index of the order instead of the creation time's.
  if (from > 0 || to < Number.MAX_SAFE_INTEGER)
    entries = entries.where(sql<boolean>`"createTime" + 0 between ${from} and ${to}`)
  for (const check of checks) entries = entries.where(check)
  return entries
}

function searchField(db: Kysely<Database>, column: ContentColumn, { fieldName, fieldValue }: FieldPair): Search {
  const field = column.fields.find((one) => one.fieldName === fieldName)
  if (!field?.isSearch && fieldName !== 'title')
    throw new AppError(
      'invalid',
      `栏目“${column.title}”无法按字段“${field?.fieldAlias || fieldName}”搜索，请刷新后重试`,
    )
  if (field && hasChoices(field)) return searchChoices(db, field, fieldValue)
  if (field?.fieldType === 'Date' || field?.fieldType === 'DateTime') return searchDay(db, field, fieldValue)
  const { words, isExact } = toKeyWords(fieldValue)
  const checks = [containsInTexts(db, toSearchable(fieldValue), sql``, [jsonText(db, sql`texts`, fieldName)])]
  if (field?.fieldType === 'SingleLine' && isExact)
    return { words: words.map((word) => toFieldWord(fieldName, word)), tests: [], checks }
  return { words, tests: checks, checks }
}

/** Every choice must be present. */
function searchChoices(db: Kysely<Database>, { fieldName }: MenuField, value: string): Search {
  const chosen = choicesIn(value)
  const storedChoices = sql<string>`(',' || coalesce(${readFieldValue(db, fieldName)}, '') || ',')`
  const tests = chosen.map((one) => sql<SqlBool>`replace(${storedChoices}, ${`,${one},`}, '') <> ${storedChoices}`)
  return { words: chosen.map((one) => toValueWord(fieldName, one)), tests, checks: tests }
}

function searchDay(db: Kysely<Database>, { fieldName, fieldAlias }: MenuField, value: string): Search {
  const day = value.trim().slice(0, 10)
  if (!isDay(day)) throw new AppError('invalid', `“${fieldAlias || fieldName}”的搜索内容应为 yyyy-MM-dd 格式的日期`)
  const tests = [sql<SqlBool>`substr(${readFieldValue(db, fieldName)}, 1, 10) = ${day}`]
  return { words: [toValueWord(fieldName, day)], tests, checks: tests }
}

/**
 * Any text may contain the key. Keys of one or two characters are index words themselves; for longer keys the texts
 * are checked.
 */
function searchTexts(db: Kysely<Database>, key: string): Search {
  const { words, isExact } = toKeyWords(key)
  const each = engineOf(db) === 'sqlite' ? sql`, json_each(texts) as each` : sql`, json_each_text(texts::json) as each`
  const checks = [containsInTexts(db, toSearchable(key), each, [sql<string>`each.value`])]
  return { words, tests: isExact ? [] : checks, checks }
}

/**
 * Does an entry's text contain the key? First searches the raw JSON, because parsing takes several times longer and
 * most entries do not match.
 */
function containsInTexts(
  db: Kysely<Database>,
  key: string,
  from: RawBuilder<unknown>,
  places: readonly RawBuilder<string>[],
): RawBuilder<SqlBool> {
  const kept = JSON.stringify(key).slice(1, -1)
  const somewhere = engineOf(db) === 'sqlite' ? sql`instr(texts, ${kept}) > 0` : sql`strpos(texts, ${kept}) > 0`
  // `exists` would make PostgreSQL join the texts of all entries.
  return sql`(select 1 from content_body${from} where "contentId" = content.id and ${somewhere} and ${contains(places, key)} limit 1) = 1`
}

/** Reads a text of a JSON object. Field names consist of letters, digits and underscores (fieldForm). */
export const jsonText = (db: Kysely<Database>, json: RawBuilder<unknown>, name: string): RawBuilder<string> =>
  engineOf(db) === 'sqlite' ? sql`json_extract(${json}, ${`$."${name}"`})` : sql`(${json}::json ->> ${name}::text)`
const readFieldValue = (db: Kysely<Database>, name: string): RawBuilder<string> =>
  jsonText(db, sql`content.fields`, name)
