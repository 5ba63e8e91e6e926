import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { wordTextsOf } from '#shared/domain/plainText.ts'
import {
  findIn,
  looksLikeHtml,
  type SensitiveRule,
  type WordFinder,
  type WordMatch,
} from '#shared/domain/sensitiveWords.ts'
import { finderOf } from './words.ts'

/** What stands in a field. */
export interface FieldText {
  fieldName: string
  fieldAlias: string
  text: string
  /** Is it HTML (the field type Editor)? Absent: what looks like it is taken for it. */
  html?: boolean
  /** false: the text was made of the field's value, so its places say nothing. */
  placed?: boolean
}

/** Characters around a word in its excerpt, on each side. */
const AROUND = 20
/** Of one word in one field: more are counted only. */
const MAX_PLACES = 50

/** The sensitive words that stand in the texts: field by field, in the order in which they first stand there. */
export async function sensitiveHits(db: Kysely<Database>, texts: readonly FieldText[]): Promise<SensitiveHit[]> {
  const filled = texts.filter(({ text }) => text !== '')
  if (filled.length === 0) return []
  const finder = await finderOf(db)
  return filled.flatMap((field) => hitsIn(finder, field))
}

/** Those of one text. */
export function hitsIn(finder: WordFinder<SensitiveRule>, field: FieldText): SensitiveHit[] {
  const { fieldName, fieldAlias, text, html = looksLikeHtml(text), placed = true } = field
  const found = html
    ? wordTextsOf(text).flatMap((plain) =>
        findIn(finder, plain).map((place) => ({
          ...place,
          plain: plain.text,
          from: plain.starts[place.start] ?? 0,
          to: plain.ends[place.end - 1] ?? 0,
        })),
      )
    : finder.find(text).map((place) => ({ ...place, plain: text, from: place.start, to: place.end }))
  return [...Map.groupBy(found, ({ rule }) => rule)].flatMap(([{ sensitiveWord, propWord, classId = 0 }, places]) => {
    const [first] = places
    if (!first) return []
    return {
      fieldName,
      fieldAlias,
      word: sensitiveWord,
      propWord,
      times: places.length,
      excerpt: excerptOf(first.plain, first),
      found: inOneLine(first.plain.slice(first.start, first.end)),
      places: places.slice(0, placed ? MAX_PLACES : 0).map(({ from, to }) => ({ start: from, end: to })),
      ...(classId !== 0 && { classId }),
    }
  })
}

/** A word with megabytes of invisible characters in it is not shown whole. */
const LONGEST_FOUND = 200
const inOneLine = (text: string): string => text.slice(0, LONGEST_FOUND).toWellFormed().replace(/\s+/g, ' ').trim()

/** The line around a word, with … where it goes on. */
function excerptOf(text: string, { start, end }: Omit<WordMatch<SensitiveRule>, 'rule'>): string {
  // Array.from splits by code points, so that no surrogate pair is cut in two.
  const before = Array.from(text.slice(Math.max(0, start - 2 * AROUND), start))
    .slice(-AROUND)
    .join('')
  const after = Array.from(text.slice(end, end + 2 * AROUND))
    .slice(0, AROUND)
    .join('')
  const [head, tail] = [start > before.length ? '…' : '', end + after.length < text.length ? '…' : '']
  const word = text.slice(start, Math.min(end, start + LONGEST_FOUND)).toWellFormed()
  return `${head}${before}${word}${after}${tail}`.replace(/\s+/g, ' ').trim()
}
