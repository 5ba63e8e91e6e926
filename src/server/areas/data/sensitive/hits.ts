import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { extractReadableTexts } from '#shared/domain/plainText.ts'
import {
  findWordsInHtml,
  looksLikeHtml,
  type SensitiveRule,
  type WordFinder,
  type WordMatch,
} from '#shared/domain/sensitiveWords.ts'
import { readFinder } from './words.ts'

/** Text of a field. */
export interface FieldText {
  fieldName: string
  fieldAlias: string
  text: string
  /** Is the text HTML (field type Editor)? Detected when absent. */
  html?: boolean
  /** false: the text was derived from the field's value, so offsets are meaningless. */
  hasOffsets?: boolean
}

/** Characters on each side of a word in its excerpt. */
const EXCERPT_MARGIN = 20
/** Reported positions per word and field; further ones are only counted. */
const MAX_PLACES = 50

/** Sensitive words in the texts, by field and in order of first occurrence. */
export async function findHits(db: Kysely<Database>, texts: readonly FieldText[]): Promise<SensitiveHit[]> {
  const filled = texts.filter(({ text }) => text !== '')
  if (filled.length === 0) return []
  const finder = await readFinder(db)
  return filled.flatMap((field) => findHitsIn(finder, field))
}

/** Sensitive words in one text. */
export function findHitsIn(finder: WordFinder<SensitiveRule>, field: FieldText): SensitiveHit[] {
  const { fieldName, fieldAlias, text, html = looksLikeHtml(text), hasOffsets = true } = field
  const found = html
    ? extractReadableTexts(text).flatMap((plain) =>
        findWordsInHtml(finder, plain).map((place) => ({
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
      excerpt: createExcerpt(first.plain, first),
      found: toOneLine(first.plain.slice(first.start, first.end)),
      places: places.slice(0, hasOffsets ? MAX_PLACES : 0).map(({ from, to }) => ({ start: from, end: to })),
      ...(classId !== 0 && { classId }),
    }
  })
}

/** Limits words that contain very many invisible characters. */
const MAX_FOUND_LENGTH = 200
const toOneLine = (text: string): string => text.slice(0, MAX_FOUND_LENGTH).toWellFormed().replace(/\s+/g, ' ').trim()

/** Excerpt around a word, with … where the text continues. */
function createExcerpt(text: string, { start, end }: Omit<WordMatch<SensitiveRule>, 'rule'>): string {
  // Array.from splits by code points, so that no surrogate pair is cut.
  const before = Array.from(text.slice(Math.max(0, start - 2 * EXCERPT_MARGIN), start))
    .slice(-EXCERPT_MARGIN)
    .join('')
  const after = Array.from(text.slice(end, end + 2 * EXCERPT_MARGIN))
    .slice(0, EXCERPT_MARGIN)
    .join('')
  const [head, tail] = [start > before.length ? '…' : '', end + after.length < text.length ? '…' : '']
  const word = text.slice(start, Math.min(end, start + MAX_FOUND_LENGTH)).toWellFormed()
  return `${head}${before}${word}${after}${tail}`.replace(/\s+/g, ' ').trim()
}
