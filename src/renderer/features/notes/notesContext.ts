import { createContext } from 'react'
import type { ContentNote } from '#shared/contract/note.ts'
import type { Anchor } from './anchor.ts'

/** The notes of one text, for the editor that shows it. */
export interface TextNotes {
  notes: readonly ContentNote[]
  /** A request to show a note; each object is a new request. */
  showRequest: { id: number } | null
  /** Starts a note about these words; absent where notes can't be added. */
  onAdd?: (anchor: Anchor) => void
}

export const TextNotesContext = createContext<TextNotes>({ notes: [], showRequest: null })
