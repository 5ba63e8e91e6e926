import { createContext, useContext, useState } from 'react'
import { must } from '#shared/util/assertNever.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { type Meanwhile, meanwhileOf } from '#renderer/ui/form/compare.ts'
import type { Conflict } from '#renderer/ui/form/useConflict.ts'
import { useUnsaved } from '#renderer/ui/page/unsaved.ts'
import { NEW_ID } from './rowTree.ts'

/** The edited row's texts. `id` NEW_ID: a new row below `parentId`. */
export interface RowDraft {
  id: number
  parentId: number
  version?: number | undefined
  /** By the names of the fields. */
  texts: Readonly<Record<string, string>>
}

/** State of the edited row, for its cells. */
interface RowEdit {
  draft: RowDraft | null
  /** What is wrong with the first field. */
  problem: string | undefined
  busy: boolean
  /** Titles of the fields by their names; the first is the name of the row. */
  fields: Readonly<Record<string, string>>
  change: (field: string, text: string) => void
  save: () => void
  cancel: () => void
}
const Context = createContext<RowEdit | null>(null)
export const RowEditProvider = Context.Provider
export const useRowCell = (): RowEdit => must(useContext(Context), 'the tree provides it')

interface Options {
  /** What a row is called: 条目. */
  noun: string
  fields: RowEdit['fields']
  /** What is wrong with the draft; undefined for nothing. */
  check: (draft: RowDraft) => string | undefined
  /** Saves it and answers the id. Says itself why not, but for a conflict. */
  save: (draft: RowDraft) => Promise<number | undefined>
  /** The texts and the version as the server has them now. */
  load: (id: number) => Promise<object>
}

/** The row's name: its first text. */
export const nameOf = ({ fields }: Pick<RowEdit, 'fields'>, { texts }: RowDraft): string =>
  texts[Object.keys(fields)[0] ?? ''] ?? ''

/** The draft with the texts that were chosen from the other version, on top of that version. */
const mergeTexts = (draft: RowDraft, theirs: ReadonlyMap<string, unknown>, version: unknown): RowDraft => ({
  ...draft,
  texts: { ...draft.texts, ...Object.fromEntries([...theirs].map(([field, value]) => [field, String(value)])) },
  version: Number(version),
})

/** The texts of the edited row, those that it began with, and what it is called while they differ. */
function useDraft(noun: string, fields: RowEdit['fields']) {
  const [begun, setBegun] = useState<RowDraft | null>(null)
  const [draft, setDraft] = useState<RowDraft | null>(null)
  const dirty = draft !== null && Object.keys(fields).some((name) => draft.texts[name] !== begun?.texts[name])
  const name = draft ? nameOf({ fields }, draft) : ''
  const unsaved = name ? `${noun}“${name}”` : `新的${noun}`
  useUnsaved('row', unsaved, dirty)
  return { begun, setBegun, draft, setDraft, dirty, unsaved }
}

/** Saving the edited row: what is wrong with it, and the other version that its save was refused for. */
function useRowSave({ check, save: send }: Pick<Options, 'check' | 'save'>) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  /** The row that was added last, which is to be seen once the tree has it. */
  const [added, setAdded] = useState<number | null>(null)
  const [refused, setRefused] = useState<Meanwhile | null>(null)
  const save = async (wanted: RowDraft, onSaved: () => void): Promise<void> => {
    const wrong = check(wanted)
    if (wrong !== undefined) return setProblem(wrong)
    setBusy(true)
    try {
      const id = await send(wanted)
      setAdded(wanted.id === NEW_ID ? (id ?? null) : null)
      onSaved()
    } catch (error) {
      const meanwhile = meanwhileOf(asAppError(error))
      // Other errors were shown by useWrite; the typed text stays.
      if (meanwhile) suppressToast(asAppError(error))
      setRefused(meanwhile)
    } finally {
      setBusy(false)
    }
  }
  return { problem, setProblem, busy, added, refused, setRefused, save }
}

/** Editing one row of a tree at a time, in place; a conflict with somebody else's version is compared first. */
export function useRowEdit({ noun, fields, check, save: send, load }: Options) {
  const toast = useToast()
  const { begun, setBegun, draft, setDraft, dirty, unsaved } = useDraft(noun, fields)
  const { problem, setProblem, busy, added, refused, setRefused, save } = useRowSave({ check, save: send })

  const put = (next: RowDraft | null): void => {
    setBegun(next)
    setDraft(next)
    setProblem(undefined)
    setRefused(null)
  }
  const close = (): void => put(null)
  /** Opens a row for typing, unless another holds what was not saved; answers whether it did. */
  const begin = (next: RowDraft): boolean => {
    if (dirty || busy) toast.warning(`请先保存或取消正在编辑的${noun}`)
    else put(next)
    return !dirty && !busy
  }

  const edit: RowEdit = {
    draft,
    problem,
    busy,
    fields,
    change: (field, text) => {
      setDraft((now) => now && { ...now, texts: { ...now.texts, [field]: text } })
      setProblem(undefined)
    },
    save: () => {
      if (draft && !busy) void save(draft, close)
    },
    cancel: () => {
      if (!busy) close()
    },
  }
  const resolve = (next: RowDraft): void => {
    setDraft(next)
    setRefused(null)
    void save(next, close)
  }
  const conflict: Conflict | null =
    refused && draft
      ? {
          ...refused,
          compare: { load: () => load(draft.id), labels: fields },
          base: begun?.texts ?? {},
          mine: draft.texts,
          busy,
          resolve: (theirs, version) => resolve(mergeTexts(draft, theirs, version)),
          close: () => setRefused(null),
        }
      : null
  /** What was typed goes on as a new row below the parent: the row itself is gone. */
  const addAnew = (parentId: number): void => {
    if (!draft) return
    setBegun({ id: NEW_ID, parentId, texts: blank(fields) })
    setDraft({ id: NEW_ID, parentId, texts: draft.texts })
    setRefused(null)
  }
  return {
    edit,
    begin,
    /** Opens a row for a new one below the parent. */
    beginNew: (parentId: number): boolean => begin({ id: NEW_ID, parentId, texts: blank(fields) }),
    conflict,
    adding: draft?.id === NEW_ID ? draft.parentId : null,
    added,
    /** Holds what nobody has saved. */
    dirty,
    /** What that is called. */
    unsaved,
    addAnew,
  }
}

const blank = (fields: RowEdit['fields']): RowDraft['texts'] =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, '']))
