import { useState } from 'react'
import { call } from '#renderer/data/client.ts'
import { loadRichText } from '#renderer/kit/editor/RichTextInput.tsx'
import { useLoaded } from '#renderer/kit/form/useLoaded.ts'
import { type EntryDraft, loadDrafts } from '../autosave/entryDraft.ts'
import { type LoadedEntry, loadEntry } from './loadEntry.ts'

/** What is needed before a form can be shown. `draft`: waits for the decision to go on with it, or is gone on with. */
export interface OpenEntry {
  loaded: LoadedEntry
  draft: EntryDraft | null
  /** Other drafts of the same form, which wait for theirs. */
  others: number
  decided: boolean
}

/** Rich text is shown with the other fields: an editor that comes later waits for React's next turn, 300 ms. */
const editorFor = async ({ fields }: LoadedEntry): Promise<void> => {
  if (fields.some(({ fieldType }) => fieldType === 'Editor')) await loadRichText().catch(() => undefined)
}

/** Reads an entry past the cache, and what was typed into its form and not saved. */
export function useOpenEntry(classId: number, id: number) {
  const { data, error, retry } = useLoaded(async () => {
    const entry = loadEntry(classId, id)
    const [loaded, drafts] = await Promise.all([entry, loadDrafts(classId, id, entry), entry.then(editorFor)])
    return { loaded, drafts }
  })
  const [choice, setChoice] = useState<'restore' | 'later' | null>(null)
  const [gone, setGone] = useState(0)
  const waiting = data?.drafts.slice(gone) ?? []
  const [draft = null] = waiting
  const discard = (): void => {
    setGone(gone + 1)
    if (draft) void call('localDrafts.remove', draft.place).catch(() => undefined)
  }
  const open: OpenEntry | undefined = data && {
    loaded: data.loaded,
    draft: choice === 'later' ? null : draft,
    others: Math.max(0, waiting.length - 1),
    decided: choice !== null || draft === null,
  }
  return { open, error, retry, restore: () => setChoice('restore'), later: () => setChoice('later'), discard }
}
