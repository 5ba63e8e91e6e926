import { createContext } from 'react'
import type { ContentNote } from '#shared/contract/note.ts'
import type { Anchor } from './anchor.ts'

/** The notes of one text, for the editor that shows it. */
export interface TextNotes {
  notes: readonly ContentNote[]
  /** A wish to see the place of a note: each object is a new one. */
  asked: { id: number } | null
  /** Begins a note about these words; absent: none can be written here. */
  onAdd?: (anchor: Anchor) => void
}

export const TextNotesContext = createContext<TextNotes>({ notes: [], asked: null })
