import type { ContentNote } from '#shared/contract/note.ts'
import { useRead } from '#renderer/data/useRead.ts'

const NONE: readonly ContentNote[] = []

/** The notes of an entry; none while loading, for a new entry (0), and from servers without notes. */
export function useNotes(contentId: number): readonly ContentNote[] {
  const { data } = useRead('note.list', { contentId }, { quiet: true, enabled: contentId !== 0, onFocus: true })
  return data ?? NONE
}

/** The open notes of a field, which are marked in its text. */
export const openNotes = (notes: readonly ContentNote[], fieldName: string): ContentNote[] =>
  notes.filter(
    (note) => note.fieldName === fieldName && note.parentId === 0 && note.closedBy === '' && note.quote !== '',
  )
