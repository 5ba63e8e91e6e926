import type { ContentNote } from '#shared/contract/note.ts'
import { useRead } from '#renderer/data/useRead.ts'

const NONE: readonly ContentNote[] = []

/** The notes of an entry; none while they are read, for an entry that is new (0), and where the server has none. */
export function useNotes(contentId: number): readonly ContentNote[] {
  const { data } = useRead('note.list', { contentId }, { quiet: true, enabled: contentId !== 0, onFocus: true })
  return data ?? NONE
}

/** The open ones of a field, which are marked in it. */
export const openNotes = (notes: readonly ContentNote[], fieldName: string): ContentNote[] =>
  notes.filter(
    (note) => note.fieldName === fieldName && note.parentId === 0 && note.closedBy === '' && note.quote !== '',
  )
