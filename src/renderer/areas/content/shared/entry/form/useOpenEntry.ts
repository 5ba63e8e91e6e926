import { useEffect, useState } from 'react'
import { call } from '#renderer/data/client.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { loadRichText } from '#renderer/features/richText/RichTextInput.tsx'
import { usePage } from '#renderer/ui/page/page.ts'
import { useLoaded } from '#renderer/ui/form/useLoaded.ts'
import { asNew, type DraftsOf, type EntryDraft, hasDrafts, transferKey, loadDrafts } from './entryDraft.ts'
import { tellRemoved } from '#renderer/features/drafts/removed.ts'
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
const editorFor = async ({ fields }: LoadedEntry): Promise<void> => {
  if (fields.some(({ fieldType }) => fieldType === 'Editor')) await loadRichText().catch(() => undefined)
}

/** @param draftsOf id of the form whose drafts are loaded */
async function read(classId: number, id: number, draftsOf: number, whose: DraftsOf) {
  const entry = loadEntry(classId, id)
  const [loaded, drafts] = await Promise.all([
    entry,
    loadDrafts(classId, draftsOf, entry, whose),
    entry.then(editorFor),
  ])
  return { loaded, drafts }
}

/** Loads an entry with its drafts. A permanently deleted entry with drafts opens as a new entry. */
async function readOrGone(classId: number, id: number, whose: DraftsOf) {
  try {
    return { ...(await read(classId, id, id, whose)), isGone: false }
  } catch (error) {
    if (id === 0 || asAppError(error).code !== 'not-found' || !(await hasDrafts(classId, id))) throw error
    const found = await read(classId, 0, id, whose).catch(() => null)
    if (!found || found.drafts.length === 0) throw error
    return { loaded: found.loaded, drafts: found.drafts.map(asNew), isGone: true }
  }
}

/** The unsaved changes of this form from the window that the page was moved from; they are restored without asking. */
function useBrought(classId: number, id: number): EntryDraft | null {
  const { state } = usePage()
  const name = transferKey(classId, id)
  const [brought] = useState(() => (state.brought(name) as EntryDraft | undefined) ?? null)
  useEffect(() => {
    state.used(name)
  }, [state, name])
  return brought
}

/** Loads an entry without the cache, and the unsaved drafts of its form. */
export function useOpenEntry(classId: number, id: number, whose: DraftsOf = 'form') {
  const { data, error, retry } = useLoaded(() => readOrGone(classId, id, whose))
  const [choice, setChoice] = useState<'restore' | 'later' | null>(null)
  const [gone, setGone] = useState(0)
  const brought = useBrought(classId, id)
  const waiting = data?.drafts.slice(gone).filter(({ place }) => place.writer !== brought?.place.writer) ?? []
  const [first = null] = waiting
  const draft = brought ?? first
  const discard = (): void => {
    setGone(gone + 1)
    if (draft) void call('localDrafts.remove', draft.place).then(tellRemoved, () => undefined)
  }
  const open: OpenEntry | undefined = data && {
    loaded: data.loaded,
    draft: choice === 'later' ? null : draft,
    others: Math.max(0, waiting.length - (brought ? 0 : 1)),
    isGone: data.isGone,
    decided: choice !== null || brought !== null || (draft === null && !data.isGone),
  }
  return { open, error, retry, restore: () => setChoice('restore'), later: () => setChoice('later'), discard }
}
export type OpeningEntry = ReturnType<typeof useOpenEntry>
