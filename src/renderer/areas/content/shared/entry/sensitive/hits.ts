import type { SensitiveHit } from '#shared/contract/content.ts'
import type { ContentSaveResult } from '#shared/contract/contentEdit.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { looksLikeHtml, replaceWordInHtml, replaceWordInText } from '#shared/domain/sensitiveWords.ts'
import { factOf } from '#renderer/data/factOf.ts'

/** Describes who must agree to a word. */
export const describeForbidden = ({
  title,
  persons,
  own,
}: {
  title: string
  persons: readonly string[]
  own: boolean
}): string =>
  own
    ? `属于“${title}”，您是同意人，发布即视为同意`
    : `属于“${title}”，须经${persons.length > 0 ? persons.join('或') : '超级管理员'}同意才能发布`

/** The sensitive words because of which publishing was refused; null for other errors. */
export function readHits(error: unknown): SensitiveHit[] | null {
  return factOf(error, 'words')?.hits ?? null
}

/** Start and end of the word in its excerpt, as it is written there; the start is -1 if it is missing. */
export function findMark({ excerpt, word, found = '' }: SensitiveHit): readonly [start: number, end: number] {
  const writtenWord = found === '' ? word : found
  const at = excerpt.toLowerCase().indexOf(writtenWord.toLowerCase())
  return [at, at + writtenWord.length]
}

/** Whether some of the words need the agreement of other persons. */
export const needsOthersAgreement = (hits: readonly SensitiveHit[]): boolean =>
  hits.some(({ forbids }) => forbids !== undefined && !forbids.own)

/** The number of occurrences of all words. */
export const countOccurrences = (hits: readonly SensitiveHit[]): number =>
  hits.reduce((sum, { times }) => sum + times, 0)

/** Occurrences in an entry that was saved as a draft; 0 if it is public or waits for approval. */
export const countOccurrencesInDraft = ({ isStatus, approval, sensitive }: ContentSaveResult): number =>
  isStatus || approval !== 'none' ? 0 : countOccurrences(sensitive)

/** Replaces all occurrences of a sensitive word in a field's text with its replacement. */
export function replaceSensitiveWord(
  { fieldType }: Pick<MenuField, 'fieldType'>,
  text: string,
  { word, propWord }: SensitiveHit,
): string {
  if (fieldType.startsWith('Batch')) return mapItemTexts(text, (part) => replaceWordInText(part, word, propWord))
  if (fieldType === 'Editor' || looksLikeHtml(text)) return replaceWordInHtml(text, word, propWord)
  return replaceWordInText(text, word, propWord)
}

/** Readable properties of an item; its addresses are not changed. */
const TEXT_PROPERTIES = ['title', 'subTitle', 'note'] as const

function mapItemTexts(text: string, change: (part: string) => string): string {
  const items: unknown = text === '' ? [] : JSON.parse(text)
  if (!Array.isArray(items)) return text
  const changed = items.map((item: Record<string, unknown>) => ({
    ...item,
    ...Object.fromEntries(
      TEXT_PROPERTIES.flatMap((name) => {
        const part = item[name]
        return typeof part === 'string' ? [[name, change(part)]] : []
      }),
    ),
  }))
  return JSON.stringify(changed)
}
