import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { ENTRY_FORM, SENSITIVE } from '#renderer/areas/content/shared/entry/text.ts'
import { hitsOf, timesOf } from '../sensitive/hits.ts'
import type { EntryFormState } from './formState.ts'
import { type LoadedEntry, loadEntry } from './loadEntry.ts'
import type { Lost } from './refusal.ts'
import type { EntryValues } from './values.ts'

interface Options {
  loaded: LoadedEntry
  desk: EntryFormState
  /** The entry is gone for good: what is typed is a new one from now on. */
  onAnew: () => void
}

/**
 * Asks what shall become of what was typed into an entry that is gone, and makes a place for it: out of the recycle bin,
 * or as a new entry. Answers the values to save then; null when it is left as it is. Throws what the server refuses.
 */
export function useLostEntry({ loaded, desk, onAnew }: Options) {
  const confirm = useConfirm()
  const { mutateAsync: restore } = useWrite('content.restore', { success: false })
  const { classId, fields } = loaded
  const send = (acceptSensitive: boolean) => restore({ classId, idList: [desk.id()], acceptSensitive })
  /** What was published is public again with its old texts: sensitive words in them are asked about. */
  const broughtBack = async (): Promise<boolean> => {
    try {
      await send(false)
    } catch (error) {
      const hits = hitsOf(error)
      if (!hits) throw error
      suppressToast(asAppError(error))
      if (!(await confirm({ ...SENSITIVE.restore, text: SENSITIVE.restored(timesOf(hits)) }))) return false
      await send(true)
    }
    return true
  }
  return async (lost: Lost, values: EntryValues): Promise<EntryValues | null> => {
    if (!(await confirm(ENTRY_FORM.lost[lost]))) return null
    if (lost === 'deleted') {
      onAnew()
      return { ...values, version: undefined }
    }
    if (!(await broughtBack())) return null
    const now = await loadEntry(classId, desk.id())
    // Nobody wrote into it meanwhile: only its way through the bin made new versions.
    const same = fields.every(({ fieldName }) => (now.texts[fieldName] ?? '') === (desk.base()[fieldName] ?? ''))
    return same ? { ...values, version: now.version } : values
  }
}
