import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { AUTOSAVE } from '#renderer/text/contentForm.ts'
import { useToast } from '#renderer/kit/feedback/useToast.ts'
import type { EntryValues } from '../form/values.ts'
import { type Autosave, createAutosave, type Snapshot } from './autosave.ts'

/** Keeps a form's writing some seconds after a change, and at once when an input, the page or the window is left. */
export function useAutosave(
  form: UseFormReturn<EntryValues, unknown, EntryValues>,
  snapshot: () => Snapshot,
): Autosave {
  const toast = useToast()
  const [autosave] = useState(() => createAutosave(snapshot, (reason) => toast.warning(AUTOSAVE.failed(reason))))
  useEffect(() => {
    const { changed, flush } = autosave
    const stop = form.subscribe({ formState: { values: true }, callback: changed })
    document.addEventListener('visibilitychange', flush)
    document.addEventListener('focusout', flush)
    globalThis.addEventListener('pagehide', flush)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', flush)
      document.removeEventListener('focusout', flush)
      globalThis.removeEventListener('pagehide', flush)
      // Hidden or taken away: what was saved or given up has nothing that waits.
      flush()
    }
  }, [autosave, form])
  return autosave
}
