import { useEffect, useLayoutEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { fieldProblem, lengthProblem } from '#shared/domain/contentFields.ts'
import { accountOf } from '#renderer/data/session.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import {
  type Autosave,
  type AutosaveProblem,
  createAutosave,
  type DraftKey,
} from '#renderer/features/drafts/autosave.ts'
import { useAutosaveEvents } from '#renderer/features/drafts/useAutosaveEvents.ts'
import { useWriter } from '#renderer/features/drafts/writer.ts'
import { flushEditors } from '#renderer/features/richText/useDebouncedChange.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import type { Compare } from '#renderer/ui/form/compare.ts'
import { blocksIn, linesIn } from '#renderer/ui/form/pieces.ts'
import { useTabValue } from '#renderer/ui/page/useTabState.ts'
import { type Saved, useSaveForm } from '#renderer/ui/form/useSaveForm.ts'
import { announceEntries } from '#renderer/areas/content/shared/publicState/announced.ts'
import { draftKey, serializeDraft, type EntryDraft, type Snapshot, transferKey } from './entryDraft.ts'
import { replaceSensitiveWord } from '../sensitive/hits.ts'
import { createEntryState, type EntryAction, entryReducer, type EntryState, type SaveAs } from './formState.ts'
import { type LoadedEntry, loadEntry } from './loadEntry.ts'
import { type SavedEntry, saveEntry, type SavingForm, versionOf } from './saveEntry.ts'
import { type EntryValues, formValues, pairsOf, textsOf, toForm, toText } from '#renderer/features/entry/values.ts'

/** Shown when the form was edited while a save was running. */
export const UNSAVED_CHANGES_AFTER_SAVE = '保存成功。保存期间的修改尚未保存'

interface Options {
  loaded: LoadedEntry
  /** The unsaved draft to restore. */
  draft: EntryDraft | null
  /** Called after a response with code 200, when the form has the saved values. */
  onSaved: (saved: SavedEntry, after: AfterSave) => void
}

interface AfterSave {
  /** The form was edited during the save, so it has unsaved changes. */
  isBehind: boolean
  /** Resolves once the draft is removed from this computer. */
  forgotten: Promise<unknown>
}

/** Success texts in a column with an approval workflow (B·§8). */
const APPROVAL_TEXTS = { submitted: '新增数据提交审核', resubmitted: '编辑数据提交审批' }

/** The form of an entry: values, the two save actions, conflicts, and autosaved drafts. */
export function useEntryForm({ loaded, draft, onSaved }: Options) {
  const { classId, fields } = loaded
  const { save, restore, runRules } = useEntryCalls()
  const confirm = useConfirm()
  const toast = useToast()
  const { drawn, state, dispatch } = useEntryState(loaded, draft)
  const id = (): number => state().current.id
  const [schema] = useState(() => createEntrySchema(loaded, state))
  const [initialValues] = useState(() => toStartValues(loaded, draft))

  const showSaved = (saved: Saved): void => {
    const { data, msg } = saved as SavedEntry
    const { approval, version } = data
    if (id() === 0 && data.id > 0) runRules({ dataIds: [data.id], menuId: classId })
    toast.success(approval === 'none' ? msg || '保存成功' : APPROVAL_TEXTS[approval])
    const forgotten = autosave.forget()
    flushEditors()
    const { sent, current } = state()
    announceSaved(data, current, textsOf(fields, sent)['title'] ?? '')
    dispatch({ type: 'saved', data, texts: textsOf(fields, sent) })
    onSaved(saved as SavedEntry, { isBehind: resetToSaved(form, fields, { ...sent, version }), forgotten })
  }
  const saveForm = useSaveForm<EntryValues, EntryValues>({
    schema,
    values: initialValues,
    save: (values) => saveEntry(saving, values),
    onClose: showSaved,
    compare: createComparison(loaded, id),
  })
  const { form } = saveForm
  const snapshot = (): Snapshot => createSnapshot(loaded, state(), form.getValues())
  const autosave = useAutosave(form, draft?.place ?? null, snapshot)
  useTabValue(transferKey(classId, loaded.id), () => {
    flushEditors()
    const { base, values, version, attempt } = snapshot()
    return { base, values, version, attempt, savedAt: '', place: autosave.place() }
  })

  const setVersion: SavingForm['setVersion'] = (version) => form.setValue('version', version)
  const saving: SavingForm = { state, dispatch, autosave, setVersion, ask: confirm, save, restore }
  useDraftValues(form, loaded, draft)

  const submit = (as: SaveAs): void => {
    flushEditors()
    dispatch({ type: 'submit', as })
    saveForm.submit()
  }
  const pairs = () => {
    flushEditors()
    return pairsOf(fields, form.getValues())
  }
  /** Whether the form differs from its initial values. Unlike `dirty`, this includes pending input. */
  const isChanged = (): boolean => {
    flushEditors()
    const current = textsOf(fields, form.getValues())
    const initial = textsOf(fields, formValues(fields, state().base))
    return saveForm.dirty || fields.some(({ fieldName }) => current[fieldName] !== initial[fieldName])
  }
  const replace = (hit: SensitiveHit): void => {
    if (!replaceWord(form, fields, hit)) toast.warning(`未找到可自动替换的“${hit.word}”，请手动修改`)
    dispatch({ type: 'replaced', hit })
  }
  return {
    ...saveForm,
    fields,
    submit,
    sensitive: { hits: drawn.hits, replace },
    pairs,
    current: drawn.current,
    id,
    isChanged,
    forget: autosave.forget,
    /** Stores unsaved changes on this computer at once. */
    keep: () => {
      flushEditors()
      if (isChanged()) autosave.writeNow()
    },
    trouble: autosave.trouble,
  }
}

/** The list tells how the page gets on. An application for approval changes nothing for visitors. */
function announceSaved(data: SavedEntry['data'], { classId, isPublished }: EntryState['current'], title: string): void {
  if (data.approval === 'none' && (data.isStatus || isPublished)) announceEntries({ classId, ids: [data.id], title })
}

/** Stores a form's draft, debounced after a change, and at once on leaving an input, the page or the window. */
function useAutosave(
  form: UseFormReturn<EntryValues, unknown, EntryValues>,
  adopted: DraftKey | null,
  snapshot: () => Snapshot,
): Autosave & { trouble: AutosaveProblem | null; place: () => DraftKey } {
  const session = useSession()
  const [trouble, setTrouble] = useState<AutosaveProblem | null>(null)
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
      text: () => serializeDraft(snapshot()),
      onProblem: setTrouble,
    }),
  )
  useAutosaveEvents(autosave)
  useEffect(() => {
    const stop = form.subscribe({ formState: { values: true }, callback: autosave.onChange })
    return () => queueMicrotask(stop)
  }, [autosave, form])
  const place = (): DraftKey => {
    const { classId, id } = snapshot()
    return { key: draftKey(classId, id), writer }
  }
  return { ...autosave, trouble, place }
}
export type EntryForm = ReturnType<typeof useEntryForm>

/** The calls of a save. */
function useEntryCalls() {
  const toast = useToast()
  // No automatic success message: it depends on what happens next (B·§8).
  const { mutateAsync: save } = useWrite('content.save', { success: false })
  const { mutateAsync: restore } = useWrite('content.restore', { success: false })
  // B·§4: the column's rules copy the saved entry; when no rule is on, nothing is shown.
  const { mutate: runRules } = useWrite('crossCopy.runRules', {
    success: false,
    onSuccess: ({ data, msg }) => {
      if (data && data.failed > 0) toast.warning(msg)
      else if (data && data.copied > 0) toast.success(msg)
    },
  })
  return { save, restore, runRules }
}

const toStartValues = ({ fields, texts, version }: LoadedEntry, draft: EntryDraft | null) => ({
  ...formValues(fields, { ...texts, ...draft?.base }),
  version: draft ? draft.version : version,
})

type Form = UseFormReturn<EntryValues, unknown, EntryValues>
type Fields = LoadedEntry['fields']

/** The data of a draft. */
const createSnapshot = (
  { classId, fields }: LoadedEntry,
  { current: { id }, attempt, base }: EntryState,
  values: EntryValues,
): Snapshot => ({
  classId,
  id,
  attempt: id === 0 ? attempt : undefined,
  base,
  values: textsOf(fields, values),
  version: versionOf(values),
})

/** The form starts with the draft's base values; the draft's own values are set on top, so that they count as changed. */
function useDraftValues(form: Form, { fields, texts }: LoadedEntry, draft: EntryDraft | null): void {
  useLayoutEffect(() => {
    if (!draft) return
    const typed = formValues(fields, { ...texts, ...draft.base, ...draft.values })
    for (const { fieldName } of fields) {
      if (draft.values[fieldName] !== draft.base[fieldName])
        form.setValue(fieldName, typed[fieldName], { shouldDirty: true })
    }
  }, [draft, fields, form, texts])
}

/** Resets the form to the saved values. Returns whether fields were edited during the save; these stay changed. */
function resetToSaved(form: Form, fields: Fields, saved: EntryValues): boolean {
  const typed = form.getValues()
  const texts = textsOf(fields, saved)
  form.reset(saved)
  const changedFields = fields.filter((field) => toText(field, typed[field.fieldName]) !== texts[field.fieldName])
  for (const { fieldName } of changedFields) form.setValue(fieldName, typed[fieldName], { shouldDirty: true })
  return changedFields.length > 0
}

/** Replaces a sensitive word with the suggested one; false if the text no longer contains it. */
function replaceWord(form: Form, fields: Fields, hit: SensitiveHit): boolean {
  const field = fields.find(({ fieldName }) => fieldName === hit.fieldName)
  if (!field) return true
  const text = toText(field, form.getValues(hit.fieldName))
  const next = replaceSensitiveWord(field, text, hit)
  if (next === text) return false
  form.setValue(hit.fieldName, toForm(field, next), { shouldDirty: true })
  return true
}

/** The reducer's rendered state (`drawn`) and its latest state: a save reads and changes it between two renderings. */
function useEntryState(loaded: LoadedEntry, draft: EntryDraft | null) {
  const [drawn, setRendered] = useState(() => createEntryState(loaded, draft))
  const [store] = useState(() => {
    let latest = drawn
    const dispatch = (action: EntryAction): void => setRendered((latest = entryReducer(latest, action)))
    return { state: (): EntryState => latest, dispatch }
  })
  return { drawn, ...store }
}

/**
 * The rules of all fields in order: the first broken rule is shown (A·§5). As on the server, drafts only check the length,
 * and not of unchanged texts.
 */
const createEntrySchema = ({ fields }: LoadedEntry, state: () => EntryState): z.ZodType<EntryValues, EntryValues> =>
  z.record(z.string(), z.unknown()).superRefine((values, context) => {
    const { as, base } = state()
    for (const field of fields) {
      const text = toText(field, values[field.fieldName])
      const isUntouched = text === (base[field.fieldName] ?? '')
      const message = as === 'publish' ? fieldProblem(field, text) : isUntouched ? null : lengthProblem(field, text)
      if (message) context.addIssue({ code: 'custom', path: [field.fieldName], message })
    }
  })

/** Compares the form with what another user saved meanwhile. */
const createComparison = ({ classId, fields }: LoadedEntry, id: () => number): Compare => ({
  load: async () => {
    const latest = await loadEntry(classId, id())
    return { ...formValues(fields, latest.texts), version: latest.version }
  },
  split: (name) => {
    const type = fields.find(({ fieldName }) => fieldName === name)?.fieldType
    return type === 'Editor' ? blocksIn : type === 'MultiLine' ? linesIn : undefined
  },
  labels: Object.fromEntries(fields.map(({ fieldName, fieldAlias }) => [fieldName, fieldAlias || fieldName])),
})
