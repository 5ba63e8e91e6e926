import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { ContentNote } from '#shared/contract/note.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import type { Anchor, NoteDraft } from '#renderer/features/notes/anchor.ts'
import { NotesPanel } from '#renderer/features/notes/NotesPanel.tsx'
import { type TextNotes, TextNotesContext } from '#renderer/features/notes/notesContext.ts'
import { openNotes, useNotes } from '#renderer/features/notes/useNotes.ts'
import type { FormField } from './loadEntry.ts'

interface Notes {
  contentId: number
  notes: readonly ContentNote[]
  draft: NoteDraft | null
  asked: ContentNote | null
  begin: (draft: NoteDraft | null) => void
  show: (note: ContentNote) => void
}
const EntryNotesContext = createContext<Notes | null>(null)

/** Provides the notes of an entry: fields highlight them, the panel lists them. A new entry (0) has none. */
export function EntryNotes({ contentId, children }: { contentId: number; children: ReactNode }) {
  const notes = useNotes(contentId)
  const [draft, begin] = useState<NoteDraft | null>(null)
  const [asked, setAsked] = useState<ContentNote | null>(null)
  const value = useMemo(
    // A new object for each request, so that asking for the same note twice shows it again.
    () => ({ contentId, notes, draft, asked, begin, show: (note: ContentNote) => setAsked({ ...note }) }),
    [contentId, notes, draft, asked],
  )
  return <EntryNotesContext value={contentId === 0 ? null : value}>{children}</EntryNotesContext>
}

const NO_NOTES: TextNotes = { notes: [], showRequest: null }

/** Provides the notes of one field to its editor. */
export function FieldNotes({ field: { fieldName }, children }: { field: FormField; children: ReactNode }) {
  const all = useContext(EntryNotesContext)
  const value = useMemo((): TextNotes => {
    if (!all) return NO_NOTES
    const { notes, asked, begin } = all
    return {
      notes: openNotes(notes, fieldName),
      showRequest: asked?.fieldName === fieldName ? asked : null,
      onAdd: (anchor: Anchor) => begin({ fieldName, ...anchor }),
    }
  }, [all, fieldName])
  return <TextNotesContext value={value}>{children}</TextNotesContext>
}

/** Lists the notes; renders nothing without notes and without a note being written. */
export function EntryNotesPanel({ fields }: { fields: readonly FormField[] }) {
  const all = useContext(EntryNotesContext)
  const titles = useMemo(() => new Map(fields.map((field) => [field.fieldName, fieldTitle(field)])), [fields])
  if (!all || (all.notes.length === 0 && !all.draft)) return null
  const { contentId, notes, draft, begin, show } = all
  return <NotesPanel {...{ contentId, notes, titles, draft }} onDraftDone={() => begin(null)} onShow={show} />
}
