import { useEffect, useState } from 'react'
import { call } from '#renderer/data/client.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { loadRichText } from '#renderer/features/richText/RichTextInput.tsx'
import { usePage } from '#renderer/ui/page/page.ts'
import { useLoaded } from '#renderer/ui/form/useLoaded.ts'
import { toNewEntryDraft, type DraftScope, type EntryDraft, hasDrafts, transferKey, loadDrafts } from './entryDraft.ts'
import { notifyDraftRemoved } from '#renderer/features/drafts/removed.ts'
import { type LoadedEntry, loadEntry } from './loadEntry.ts'

/** Everything that a form needs to open. `draft` waits for the user's decision, or is restored. */
export interface OpenEntry {
  /** A new entry if `isGone`. */
  loaded: LoadedEntry
  draft: EntryDraft | null
  /** Number of further drafts that wait for a decision. */
  others: number
  /** The entry is deleted on the server; its draft can become a new entry. */
  isGone: boolean
  decided: boolean
}

/** Preloads the rich-text editor; loaded later, it would appear 300 ms after the other fields. */
const preloadEditor = async ({ fields }: LoadedEntry): Promise<void> => {
  if (fields.some(({ fieldType }) => fieldType === 'Editor')) await loadRichText().catch(() => undefined)
}

/** @param draftsOf id of the form whose drafts are loaded */
async function loadWithDrafts(classId: number, id: number, draftsOf: number, whose: DraftScope) {
  const entry = loadEntry(classId, id)
  const [loaded, drafts] = await Promise.all([
    entry,
    loadDrafts(classId, draftsOf, entry, whose),
    entry.then(preloadEditor),
  ])
  return { loaded, drafts }
}

/** Loads an entry with its drafts. A permanently deleted entry with drafts opens as a new entry. */
async function loadOrRecover(classId: number, id: number, whose: DraftScope) {
  try {
    return { ...(await loadWithDrafts(classId, id, id, whose)), isGone: false }
  } catch (error) {
    if (id === 0 || toAppError(error).code !== 'not-found' || !(await hasDrafts(classId, id))) throw error
    const recovered = await loadWithDrafts(classId, 0, id, whose).catch(() => null)
    if (!recovered || recovered.drafts.length === 0) throw error
    return { loaded: recovered.loaded, drafts: recovered.drafts.map(toNewEntryDraft), isGone: true }
  }
}

/** The unsaved changes of this form from the window that the page was moved from; they are restored without asking. */
function useTransferredDraft(classId: number, id: number): EntryDraft | null {
  const { state } = usePage()
  const name = transferKey(classId, id)
  const [transferred] = useState(() => (state.getRestored(name) as EntryDraft | undefined) ?? null)
  useEffect(() => {
    state.discardRestored(name)
  }, [state, name])
  return transferred
}

/** Loads an entry without the cache, and the unsaved drafts of its form. */
export function useOpenEntry(classId: number, id: number, whose: DraftScope = 'form') {
  const { data, error, retry } = useLoaded(() => loadOrRecover(classId, id, whose))
  const [choice, setChoice] = useState<'restore' | 'later' | null>(null)
  const [discardedCount, setDiscardedCount] = useState(0)
  const transferred = useTransferredDraft(classId, id)
  const pendingDrafts =
    data?.drafts.slice(discardedCount).filter(({ place }) => place.writer !== transferred?.place.writer) ?? []
  const [first = null] = pendingDrafts
  const draft = transferred ?? first
  const discard = (): void => {
    setDiscardedCount(discardedCount + 1)
    if (draft) void call('localDrafts.remove', draft.place).then(notifyDraftRemoved, () => undefined)
  }
  const open: OpenEntry | undefined = data && {
    loaded: data.loaded,
    draft: choice === 'later' ? null : draft,
    others: Math.max(0, pendingDrafts.length - (transferred ? 0 : 1)),
    isGone: data.isGone,
    decided: choice !== null || transferred !== null || (draft === null && !data.isGone),
  }
  return { open, error, retry, restore: () => setChoice('restore'), later: () => setChoice('later'), discard }
}
export type OpeningEntry = ReturnType<typeof useOpenEntry>
