import { useState } from 'react'
import { call } from '#renderer/data/client.ts'
import { useLoaded } from '#renderer/kit/form/useLoaded.ts'
import { draftKey, type EntryDraft, loadDraft } from '../autosave/entryDraft.ts'
import { type LoadedEntry, loadEntry } from './loadEntry.ts'

/** What is needed before a form can be shown. `draft`: waits for the decision to go on with it, or is gone on with. */
export interface OpenEntry {
  loaded: LoadedEntry
  draft: EntryDraft | null
  decided: boolean
}

/** Reads an entry past the cache, and what was typed into its form and not saved. */
export function useOpenEntry(classId: number, id: number) {
  const { data, error, retry } = useLoaded(async () => {
    const loaded = await loadEntry(classId, id)
    return { loaded, draft: await loadDraft(loaded) }
  })
  const [choice, setChoice] = useState<'restore' | 'discard' | null>(null)
  const discard = (): void => {
    setChoice('discard')
    void call('localDrafts.remove', { key: draftKey(classId, id) }).catch(() => undefined)
  }
  const open: OpenEntry | undefined = data && {
    loaded: data.loaded,
    draft: choice === 'discard' ? null : data.draft,
    decided: choice !== null || data.draft === null,
  }
  return { open, error, retry, restore: () => setChoice('restore'), discard }
}
