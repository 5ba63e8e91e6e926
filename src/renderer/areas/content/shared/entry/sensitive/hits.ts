import type { SensitiveHit } from '#shared/contract/content.ts'
import type { ContentSaved } from '#shared/contract/contentEdit.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { looksLikeHtml, replaceWord, replaceWordInText } from '#shared/domain/sensitiveWords.ts'
import { factOf } from '#renderer/data/factOf.ts'

/** Who must agree to a word. */
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
    ? `属于“${title}”，您是同意人，发布就是同意`
    : `属于“${title}”，须经${persons.length > 0 ? persons.join('或') : '超级管理员'}同意才能发布`

/** The sensitive words for which a publishing was refused; null for any other error. */
export function hitsOf(error: unknown): SensitiveHit[] | null {
  return factOf(error, 'words')?.hits ?? null
}

/** From where to where the word stands in its excerpt, as it is written there; -1 when it does not. */
export function markOf({ excerpt, word, found = '' }: SensitiveHit): readonly [start: number, end: number] {
  const written = found === '' ? word : found
  const at = excerpt.toLowerCase().indexOf(written.toLowerCase())
  return [at, at + written.length]
}

/** Do some of them need the agreement of other people? */
export const isForbidden = (hits: readonly SensitiveHit[]): boolean =>
  hits.some(({ forbids }) => forbids !== undefined && !forbids.own)

/** How often words stand there. */
export const timesOf = (hits: readonly SensitiveHit[]): number => hits.reduce((sum, { times }) => sum + times, 0)

/** How often words stand in what was kept as a draft, to be mended; 0 for what is public, or waits for those who must agree. */
export const timesInDraft = ({ isStatus, approval, sensitive }: ContentSaved): number =>
  isStatus || approval !== 'none' ? 0 : timesOf(sensitive)

/** The field's text with what the dictionary of words offers in place of the word, wherever it stands. */
export function withoutWord(
  { fieldType }: Pick<MenuField, 'fieldType'>,
  text: string,
  { word, propWord }: SensitiveHit,
): string {
  if (fieldType.startsWith('Batch')) return inItems(text, (part) => replaceWordInText(part, word, propWord))
  if (fieldType === 'Editor' || looksLikeHtml(text)) return replaceWord(text, word, propWord)
  return replaceWordInText(text, word, propWord)
}

/** What people read of an item; its addresses stay. */
const READ = ['title', 'subTitle', 'note'] as const

function inItems(text: string, change: (part: string) => string): string {
  const items: unknown = text === '' ? [] : JSON.parse(text)
  if (!Array.isArray(items)) return text
  const changed = items.map((item: Record<string, unknown>) => ({
    ...item,
    ...Object.fromEntries(
      READ.flatMap((name) => {
        const part = item[name]
        return typeof part === 'string' ? [[name, change(part)]] : []
      }),
    ),
  }))
  return JSON.stringify(changed)
}
