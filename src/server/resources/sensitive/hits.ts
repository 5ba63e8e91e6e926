import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { plainTextOf } from '#shared/domain/plainText.ts'
import { looksLikeHtml, type SensitiveRule, type WordPlace } from '#shared/domain/sensitiveWords.ts'
import { finderOf } from './words.ts'

/** What stands in a field. */
export interface FieldText {
  fieldName: string
  fieldAlias: string
  text: string
  /** Is it HTML (the field type Editor)? Absent: what looks like it is taken for it. */
  html?: boolean
}

/** Characters around a word in its excerpt, on each side. */
const AROUND = 20

/** The sensitive words that stand in the texts: field by field, in the order in which they first stand there. */
export async function sensitiveHits(db: Kysely<Database>, texts: readonly FieldText[]): Promise<SensitiveHit[]> {
  const filled = texts.filter(({ text }) => text !== '')
  if (filled.length === 0) return []
  const finder = await finderOf(db)
  return filled.flatMap(({ fieldName, fieldAlias, text, html = looksLikeHtml(text) }) => {
    const plain = html ? plainTextOf(text).text : text
    const found = Map.groupBy(finder.find(plain), ({ rule }) => rule)
    return [...found].map(([{ sensitiveWord, propWord }, [first, ...others]]) => ({
      fieldName,
      fieldAlias,
      word: sensitiveWord,
      propWord,
      times: others.length + 1,
      excerpt: first ? excerptOf(plain, first) : '',
    }))
  })
}

/** The line around a word, with … where it goes on. */
function excerptOf(text: string, { start, end }: WordPlace<SensitiveRule>): string {
  // By characters: none is cut in two.
  const before = Array.from(text.slice(Math.max(0, start - 2 * AROUND), start))
    .slice(-AROUND)
    .join('')
  const after = Array.from(text.slice(end, end + 2 * AROUND))
    .slice(0, AROUND)
    .join('')
  const [head, tail] = [start > before.length ? '…' : '', end + after.length < text.length ? '…' : '']
  return `${head}${before}${text.slice(start, end)}${after}${tail}`.replace(/\s+/g, ' ').trim()
}
