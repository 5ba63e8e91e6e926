import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { accountOf } from '#renderer/data/session.ts'
import { useSession } from '#renderer/data/useSession.ts'
import {
  type Autosave,
  type AutosaveTrouble,
  createAutosave,
  type DraftKey,
} from '#renderer/features/drafts/autosave.ts'
import { useAutosaveEvents } from '#renderer/features/drafts/useAutosaveEvents.ts'
import { useWriter } from '#renderer/features/drafts/writer.ts'
import type { EntryValues } from '#renderer/features/entry/values.ts'
import { draftKey, draftText, type Snapshot } from './entryDraft.ts'

/** Keeps a form's writing a moment after a change, and at once when an input, the page or the window is left. */
export function useAutosave(
  form: UseFormReturn<EntryValues, unknown, EntryValues>,
  adopted: DraftKey | null,
  snapshot: () => Snapshot,
): Autosave & { trouble: AutosaveTrouble | null; place: () => DraftKey } {
  const session = useSession()
  const [trouble, setTrouble] = useState<AutosaveTrouble | null>(null)
  const [writer] = useState(() => crypto.randomUUID())
  useWriter(writer, adopted?.writer)
  const [autosave] = useState(() =>
    createAutosave({
      owner: session ? accountOf(session) : '',
      writer,
      adopted,
      key: () => {
        const { classId, id } = snapshot()
        return draftKey(classId, id)
      },
      text: () => draftText(snapshot()),
      onTrouble: setTrouble,
    }),
  )
  useAutosaveEvents(autosave)
  useEffect(() => {
    const stop = form.subscribe({ formState: { values: true }, callback: autosave.changed })
    return () => queueMicrotask(stop)
  }, [autosave, form])
  const place = (): DraftKey => {
    const { classId, id } = snapshot()
    return { key: draftKey(classId, id), writer }
  }
  return { ...autosave, trouble, place }
}
