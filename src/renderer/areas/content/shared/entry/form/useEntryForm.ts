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
  type AutosaveTrouble,
  createAutosave,
  type DraftKey,
} from '#renderer/features/drafts/autosave.ts'
import { useAutosaveEvents } from '#renderer/features/drafts/useAutosaveEvents.ts'
import { useWriter } from '#renderer/features/drafts/writer.ts'
import { flush } from '#renderer/features/richText/useDebouncedChange.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import type { Compare } from '#renderer/ui/form/compare.ts'
import { blocksIn, linesIn } from '#renderer/ui/form/pieces.ts'
import { useTabValue } from '#renderer/ui/page/useTabState.ts'
import { type Saved, useSaveForm } from '#renderer/ui/form/useSaveForm.ts'
import { draftKey, draftText, type EntryDraft, type Snapshot, transferKey } from './entryDraft.ts'
import { withoutWord } from '../sensitive/hits.ts'
import { beginEntry, type EntryAction, entryReducer, type EntryState, type SaveAs } from './formState.ts'
import { type LoadedEntry, loadEntry } from './loadEntry.ts'
import { type SavedEntry, saveEntry, type SavingForm, versionOf } from './saveEntry.ts'
import { type EntryValues, formValues, pairsOf, textsOf, toForm, toText } from '#renderer/features/entry/values.ts'

/** Typed while a save was under way. */
export const TYPED_WHILE_SAVING = '已经保存。保存期间您又做了修改，这些修改还没有保存'

interface Options {
  loaded: LoadedEntry
  /** Unsaved writing to go on with. */
  draft: EntryDraft | null
  /** After a 200 answer, with the form at what was saved. */
  onSaved: (saved: SavedEntry, after: AfterSave) => void
}

interface AfterSave {
  /** Something was typed meanwhile, and is not saved. */
  isBehind: boolean
  /** Once nothing is kept on this computer of what was saved. */
  forgotten: Promise<unknown>
}

/** B·§8: what a save began in a column with an approval workflow. */
const APPROVALS = { submitted: '新增数据提交审核', resubmitted: '编辑数据提交审批' }

/** The form of an entry: its values, two ways to save it, what stands against a save, and the copy on this computer. */
export function useEntryForm({ loaded, draft, onSaved }: Options) {
  const { classId, fields } = loaded
  const { save, restore, runRules } = useEntryCalls()
  const confirm = useConfirm()
  const toast = useToast()
  const { drawn, state, dispatch } = useEntryState(loaded, draft)
  const id = (): number => state().current.id
  const [schema] = useState(() => entrySchema(loaded, state))
  const [begun] = useState(() => startValues(loaded, draft))

  const showSaved = (saved: Saved): void => {
    const { data, msg } = saved as SavedEntry
    const { approval, version } = data
    if (id() === 0 && data.id > 0) runRules({ dataIds: [data.id], menuId: classId })
    toast.success(approval === 'none' ? msg || '保存成功' : APPROVALS[approval])
    const forgotten = autosave.forget()
    flush()
    const { sent } = state()
    dispatch({ type: 'saved', data, texts: textsOf(fields, sent) })
    onSaved(saved as SavedEntry, { isBehind: resetToSaved(form, fields, { ...sent, version }), forgotten })
  }
  const inner = useSaveForm<EntryValues, EntryValues>({
    schema,
    values: begun,
    save: (values) => saveEntry(saving, values),
    onClose: showSaved,
    compare: comparison(loaded, id),
  })
  const { form } = inner
  const snapshot = (): Snapshot => snapshotOf(loaded, state(), form.getValues())
  const autosave = useAutosave(form, draft?.place ?? null, snapshot)
  useTabValue(transferKey(classId, loaded.id), () => {
    flush()
    const { base, values, version, attempt } = snapshot()
    return { base, values, version, attempt, savedAt: '', place: autosave.place() }
  })

  const setVersion: SavingForm['setVersion'] = (version) => form.setValue('version', version)
  const saving: SavingForm = { state, dispatch, autosave, setVersion, ask: confirm, save, restore }
  useDraftValues(form, loaded, draft)

  const submit = (as: SaveAs): void => {
    flush()
    dispatch({ type: 'submit', as })
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
    const before = textsOf(fields, formValues(fields, state().base))
    return inner.dirty || fields.some(({ fieldName }) => now[fieldName] !== before[fieldName])
  }
  const replace = (hit: SensitiveHit): void => {
    if (!replaceWord(form, fields, hit)) toast.warning(`没有找到可以自动替换的“${hit.word}”，请手动修改`)
    dispatch({ type: 'replaced', hit })
  }
  return {
    ...inner,
    fields,
    submit,
    sensitive: { hits: drawn.hits, replace },
    pairs,
    current: drawn.current,
    id,
    isChanged,
    forget: autosave.forget,
    /** Keeps what is typed on this computer at once, if anything is. */
    keep: () => {
      flush()
      if (isChanged()) autosave.keep()
    },
    trouble: autosave.trouble,
  }
}

/** Keeps a form's writing a moment after a change, and at once when an input, the page or the window is left. */
function useAutosave(
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

const startValues = ({ fields, texts, version }: LoadedEntry, draft: EntryDraft | null) => ({
  ...formValues(fields, { ...texts, ...draft?.base }),
  version: draft ? draft.version : version,
})

type Form = UseFormReturn<EntryValues, unknown, EntryValues>
type Fields = LoadedEntry['fields']

/** What is typed, as a draft keeps it. */
const snapshotOf = (
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

/** Begins the form anew at what was saved. Fields that were edited while the save was on its way stay changed: are there any? */
function resetToSaved(form: Form, fields: Fields, saved: EntryValues): boolean {
  const typed = form.getValues()
  const texts = textsOf(fields, saved)
  form.reset(saved)
  const later = fields.filter((field) => toText(field, typed[field.fieldName]) !== texts[field.fieldName])
  for (const { fieldName } of later) form.setValue(fieldName, typed[fieldName], { shouldDirty: true })
  return later.length > 0
}

/** Puts the offered word in place of the sensitive one that was found; false when the text no longer holds it. */
function replaceWord(form: Form, fields: Fields, hit: SensitiveHit): boolean {
  const field = fields.find(({ fieldName }) => fieldName === hit.fieldName)
  if (!field) return true
  const text = toText(field, form.getValues(hit.fieldName))
  const next = withoutWord(field, text, hit)
  if (next === text) return false
  form.setValue(hit.fieldName, toForm(field, next), { shouldDirty: true })
  return true
}

/** The reducer's state as it was `drawn`, and as it is now: a save reads and changes it between two drawings. */
function useEntryState(loaded: LoadedEntry, draft: EntryDraft | null) {
  const [drawn, draw] = useState(() => beginEntry(loaded, draft))
  const [store] = useState(() => {
    let latest = drawn
    const dispatch = (action: EntryAction): void => draw((latest = entryReducer(latest, action)))
    return { state: (): EntryState => latest, dispatch }
  })
  return { drawn, ...store }
}

/**
 * The rules of all fields, in their order: the first broken one is the one that is said (A·§5). Drafts hold whatever is
 * not too long, and what was too long before and is untouched, as on the server.
 */
const entrySchema = ({ fields }: LoadedEntry, state: () => EntryState): z.ZodType<EntryValues, EntryValues> =>
  z.record(z.string(), z.unknown()).superRefine((values, context) => {
    const { as, base } = state()
    for (const field of fields) {
      const text = toText(field, values[field.fieldName])
      const isUntouched = text === (base[field.fieldName] ?? '')
      const message = as === 'publish' ? fieldProblem(field, text) : isUntouched ? null : lengthProblem(field, text)
      if (message) context.addIssue({ code: 'custom', path: [field.fieldName], message })
    }
  })

/** How the form finds out what somebody else saved in the entry meanwhile. */
const comparison = ({ classId, fields }: LoadedEntry, id: () => number): Compare => ({
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
