import { useLayoutEffect, useState } from 'react'
import type { ContentSaved } from '#shared/contract/contentEdit.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import type { Answer } from '#renderer/data/client.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { ENTRY_FORM, SENSITIVE } from '#renderer/areas/content/shared/entry/text.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { type Saved, useSaveForm } from '#renderer/ui/form/useSaveForm.ts'
import { flush } from '#renderer/features/richText/useDebouncedChange.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { type EntryDraft, UNSEEN } from '../autosave/entryDraft.ts'
import { useAutosave } from '../autosave/useAutosave.ts'
import { timesOf } from '../sensitive/hits.ts'
import { comparison } from './comparison.ts'
import { type LoadedEntry, loadEntry } from './loadEntry.ts'
import { EntryFormState, type SaveAs } from './formState.ts'
import { useLostEntry } from './lostEntry.ts'
import { refusalOf } from './refusal.ts'
import { entrySchema } from './schema.ts'
import { useSensitive } from './useSensitive.ts'
import { type EntryValues, formValues, pairsOf, textsOf, toText } from './values.ts'

export type SavedEntry = Answer<ContentSaved>

interface Options {
  loaded: LoadedEntry
  /** Unsaved writing to go on with. */
  draft: EntryDraft | null
  /** After a 200 answer, with the form at what was saved. */
  onSaved: (saved: SavedEntry, after: AfterSave) => void
}

export interface AfterSave {
  /** Something was typed meanwhile, and is not saved. */
  isBehind: boolean
  /** Once nothing is kept on this computer of what was saved. */
  forgotten: Promise<unknown>
}

/** The form of an entry: its values, two ways to save it, what stands against a save, and the copy on this computer. */
export function useEntryForm({ loaded, draft, onSaved }: Options) {
  const { classId, fields } = loaded
  // What it says depends on what happened next (B·§8).
  const write = useWrite('content.save', { success: false })
  const confirm = useConfirm()
  const toast = useToast()
  const [current, setCurrent] = useState(loaded)
  const [desk] = useState(() => new EntryFormState(loaded.id, draft?.base ?? loaded.texts, draft?.attempt))
  const [schema] = useState(() => entrySchema(fields, desk.publishing, desk.base))
  const [begun] = useState(() => ({
    ...formValues(fields, { ...loaded.texts, ...draft?.base }),
    version: draft ? draft.version : loaded.version,
  }))

  const send = async (now: EntryValues, acceptSensitive: boolean): Promise<SavedEntry> => {
    const isStatus = desk.publishing()
    const answer = await write.mutateAsync({
      classId,
      id: desk.id(),
      siteId: loaded.column.siteId,
      isStatus,
      fieldList: pairsOf(
        fields.filter(({ isAdd, isUpdate }) => (desk.id() === 0 ? isAdd : isUpdate)),
        now,
      ),
      version: versionOf(now),
      acceptSensitive,
      ...(desk.id() === 0 ? { attempt: desk.attempt } : {}),
    })
    // Of a server that doesn't say what it saved.
    const unsaid: ContentSaved = { id: desk.id(), version: UNSEEN, isStatus, approval: 'none', sensitive: [] }
    return { ...answer, data: answer.data ?? unsaid }
  }
  const save = async (now: EntryValues): Promise<Saved> => {
    sensitive.show([])
    desk.send(now)
    // Who restores it after a crash sends it under this name again.
    if (desk.id() === 0) autosave.keep()
    try {
      return await send(now, false)
    } catch (error) {
      const refusal = refusalOf(error, desk.id())
      if (!refusal) throw error
      suppressToast(asAppError(error))
      if (refusal.means === 'lost') {
        const next = await placeFor(refusal.lost, now)
        return next ? save(next) : REFUSED
      }
      if (refusal.means === 'made') {
        await goOnAt(refusal.made)
        return save({ ...now, version: UNSEEN })
      }
      const { hits } = refusal
      sensitive.show(hits)
      const agreed = await confirm({
        title: SENSITIVE.title,
        text: SENSITIVE.ask(timesOf(hits)),
        confirmText: SENSITIVE.publish,
        cancelText: SENSITIVE.back,
        danger: true,
      })
      return agreed ? send(now, true) : REFUSED
    }
  }
  /** What is typed belongs to that entry from now on; as it was not seen, both are compared before it is saved. */
  const goOnAt = async (id: number): Promise<void> => {
    const { version, isPublished } = await loadEntry(classId, id)
    void autosave.forget()
    desk.saved(id, desk.base())
    setCurrent({ ...loaded, id, version, isPublished })
    form.setValue('version', UNSEEN)
    autosave.changed()
  }
  const placeFor = useLostEntry({
    loaded,
    desk,
    onAnew: () => {
      // The draft of the entry that is gone would never be offered again.
      void autosave.forget()
      desk.saved(0, {})
      setCurrent({ ...loaded, id: 0, version: undefined, isPublished: false })
      form.setValue('version', undefined)
      autosave.changed()
    },
  })
  const keep = (saved: Saved): void => {
    const { data, msg } = saved as SavedEntry
    const { approval, id, isStatus, version } = data
    toast.success(approval === 'none' ? msg || ENTRY_FORM.saved : ENTRY_FORM.approvals[approval])
    const forgotten = autosave.forget()
    flush()
    const typed = form.getValues()
    const sent = desk.sent()
    const texts = textsOf(fields, sent)
    desk.saved(id, texts)
    setCurrent({ ...loaded, id, version, isPublished: isStatus, texts: { ...loaded.texts, ...texts } })
    form.reset({ ...sent, version })
    // What was typed while the save was on its way is not saved.
    const later = fields.filter((field) => toText(field, typed[field.fieldName]) !== texts[field.fieldName])
    for (const { fieldName } of later) form.setValue(fieldName, typed[fieldName], { shouldDirty: true })
    sensitive.show(data.sensitive)
    onSaved(saved as SavedEntry, { isBehind: later.length > 0, forgotten })
  }
  const inner = useSaveForm<EntryValues, EntryValues>({
    schema,
    values: begun,
    save,
    onClose: keep,
    compare: comparison(classId, desk.id, fields),
  })
  const { form } = inner
  const sensitive = useSensitive(form, fields)
  const autosave = useAutosave(form, draft?.place ?? null, () => {
    const values = form.getValues()
    const id = desk.id()
    const attempt = id === 0 ? desk.attempt : undefined
    return { classId, id, attempt, base: desk.base(), values: textsOf(fields, values), version: versionOf(values) }
  })

  // The form begins with what the writing began with, so that what differs from it counts as changed.
  useLayoutEffect(() => {
    if (!draft) return
    const typed = formValues(fields, { ...loaded.texts, ...draft.base, ...draft.values })
    for (const { fieldName } of fields) {
      if (draft.values[fieldName] !== draft.base[fieldName])
        form.setValue(fieldName, typed[fieldName], { shouldDirty: true })
    }
  }, [draft, fields, form, loaded])

  const submit = (wanted: SaveAs): void => {
    flush()
    desk.choose(wanted)
    inner.submit()
  }
  const pairs = () => {
    flush()
    return pairsOf(fields, form.getValues())
  }
  /** Does anything differ from what the form began with? `dirty` may not know yet what was typed just now. */
  const isChanged = (): boolean => {
    flush()
    const now = textsOf(fields, form.getValues())
    const before = textsOf(fields, formValues(fields, desk.base()))
    return inner.dirty || fields.some(({ fieldName }) => now[fieldName] !== before[fieldName])
  }
  return {
    ...inner,
    fields,
    submit,
    sensitive,
    pairs,
    current,
    id: desk.id,
    isChanged,
    forget: autosave.forget,
    trouble: autosave.trouble,
  }
}
export type EntryForm = ReturnType<typeof useEntryForm>

/** No answer of the server: the form stays as it is. */
const REFUSED: Saved = { code: SUCCESS + 1 }

const versionOf = (values: EntryValues): number | undefined => {
  const version = values['version']
  return typeof version === 'number' ? version : undefined
}
