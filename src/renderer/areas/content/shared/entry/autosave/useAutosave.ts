import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { hostReach, onHostReach } from '#renderer/data/hostReach.ts'
import { accountOf } from '#renderer/data/session.ts'
import { useSession } from '#renderer/data/useSession.ts'
import type { EntryValues } from '../form/values.ts'
import { type Autosave, type AutosaveTrouble, createAutosave, type Snapshot } from './autosave.ts'
import type { DraftPlace } from './entryDraft.ts'
import { useWriter } from '#renderer/features/drafts/writer.ts'

/** Keeps a form's writing a moment after a change, and at once when an input, the page or the window is left. */
export function useAutosave(
  form: UseFormReturn<EntryValues, unknown, EntryValues>,
  adopted: DraftPlace | null,
  snapshot: () => Snapshot,
): Autosave & { trouble: AutosaveTrouble | null } {
  const session = useSession()
  const [trouble, setTrouble] = useState<AutosaveTrouble | null>(null)
  const [writer] = useState(() => crypto.randomUUID())
  useWriter(writer, adopted?.writer)
  const [autosave] = useState(() =>
    createAutosave({ owner: session ? accountOf(session) : '', writer, adopted, snapshot, onTrouble: setTrouble }),
  )
  useEffect(() => {
    const { changed, flush, retry } = autosave
    const stopReach = onHostReach(() => hostReach() === 'ok' && retry())
    const stop = form.subscribe({ formState: { values: true }, callback: changed })
    document.addEventListener('visibilitychange', flush)
    document.addEventListener('focusout', flush)
    globalThis.addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      document.removeEventListener('focusout', flush)
      globalThis.removeEventListener('pagehide', flush)
      stopReach()
      // An input that goes with the form tells its last words after this. What was saved or given up has nothing that waits.
      queueMicrotask(() => {
        stop()
        flush()
      })
    }
  }, [autosave, form])
  return { ...autosave, trouble }
}
