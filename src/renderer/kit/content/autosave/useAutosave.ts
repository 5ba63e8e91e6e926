import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { AUTOSAVE } from '#renderer/text/contentForm.ts'
import { useToast } from '#renderer/kit/feedback/useToast.ts'
import type { EntryValues } from '../form/values.ts'
import { type Autosave, createAutosave, type Snapshot } from './autosave.ts'
import type { DraftPlace } from './entryDraft.ts'
import { useWriter } from './writer.ts'

/** Keeps a form's writing some seconds after a change, and at once when an input, the page or the window is left. */
export function useAutosave(
  form: UseFormReturn<EntryValues, unknown, EntryValues>,
  adopted: DraftPlace | null,
  snapshot: () => Snapshot,
): Autosave {
  const toast = useToast()
  const [writer] = useState(() => crypto.randomUUID())
  useWriter(writer, adopted?.writer)
  const [autosave] = useState(() =>
    createAutosave({ writer, adopted, snapshot, onFailure: (reason) => toast.warning(AUTOSAVE.failed(reason)) }),
  )
  useEffect(() => {
    const { changed, flush } = autosave
    const stop = form.subscribe({ formState: { values: true }, callback: changed })
    document.addEventListener('visibilitychange', flush)
    document.addEventListener('focusout', flush)
    globalThis.addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      document.removeEventListener('focusout', flush)
      globalThis.removeEventListener('pagehide', flush)
      // An input that goes with the form tells its last words after this. What was saved or given up has nothing that waits.
      queueMicrotask(() => {
        stop()
        flush()
      })
    }
  }, [autosave, form])
  return autosave
}
