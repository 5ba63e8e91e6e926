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

/** Text of a field. */
export interface FieldText {
  fieldName: string
  fieldAlias: string
  text: string
  /** Is the text HTML (field type Editor)? Detected when absent. */
  html?: boolean
  /** false: the text was derived from the field's value, so offsets are meaningless. */
  placed?: boolean
}

/** Characters on each side of a word in its excerpt. */
const AROUND = 20
/** Reported positions per word and field; further ones are only counted. */
const MAX_PLACES = 50

/** Sensitive words in the texts, by field and in order of first occurrence. */
export async function sensitiveHits(db: Kysely<Database>, texts: readonly FieldText[]): Promise<SensitiveHit[]> {
  const filled = texts.filter(({ text }) => text !== '')
  if (filled.length === 0) return []
  const finder = await finderOf(db)
  return filled.flatMap((field) => hitsIn(finder, field))
}

/** Sensitive words in one text. */
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

/** Limits words that contain very many invisible characters. */
const LONGEST_FOUND = 200
const inOneLine = (text: string): string => text.slice(0, LONGEST_FOUND).toWellFormed().replace(/\s+/g, ' ').trim()

/** Excerpt around a word, with … where the text continues. */
function excerptOf(text: string, { start, end }: Omit<WordMatch<SensitiveRule>, 'rule'>): string {
  // Array.from splits by code points, so that no surrogate pair is cut.
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
