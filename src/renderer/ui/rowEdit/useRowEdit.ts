import { createContext, useContext, useState } from 'react'
import { requireValue } from '#shared/util/assertNever.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { type ConcurrentSave, parseConflict } from '#renderer/ui/form/compare.ts'
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
  /** The problem with the first field. */
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
export const useRowCell = (): RowEdit => requireValue(useContext(Context), 'the tree provides it')

interface Options {
  /** Noun for a row, such as 条目. */
  noun: string
  fields: RowEdit['fields']
  /** Returns the problem with the draft; undefined for none. */
  check: (draft: RowDraft) => string | undefined
  /** Saves the draft and returns the id. Shows its errors itself, except for a conflict. */
  save: (draft: RowDraft) => Promise<number | undefined>
  /** Loads the current texts and version from the server. */
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

/** The texts of the edited row, its initial texts, and its name while they differ. */
function useDraft(noun: string, fields: RowEdit['fields']) {
  const [initial, setInitial] = useState<RowDraft | null>(null)
  const [draft, setDraft] = useState<RowDraft | null>(null)
  const dirty = draft !== null && Object.keys(fields).some((name) => draft.texts[name] !== initial?.texts[name])
  const name = draft ? nameOf({ fields }, draft) : ''
  const unsaved = name ? `${noun}“${name}”` : `新的${noun}`
  useUnsaved('row', unsaved, dirty)
  return { initial, setInitial, draft, setDraft, dirty, unsaved }
}

/** Saves the edited row; holds its problem, and the other version after a conflict. */
function useRowSave({ check, save: send }: Pick<Options, 'check' | 'save'>) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  /** The row that was added last, which is shown once the tree contains it. */
  const [added, setAdded] = useState<number | null>(null)
  const [refused, setRefused] = useState<ConcurrentSave | null>(null)
  const save = async (rowDraft: RowDraft, onSaved: () => void): Promise<void> => {
    const wrong = check(rowDraft)
    if (wrong !== undefined) return setProblem(wrong)
    setBusy(true)
    try {
      const id = await send(rowDraft)
      setAdded(rowDraft.id === NEW_ID ? (id ?? null) : null)
      onSaved()
    } catch (error) {
      const meanwhile = parseConflict(toAppError(error))
      // Other errors were shown by useWrite; the typed text stays.
      if (meanwhile) suppressToast(toAppError(error))
      setRefused(meanwhile)
    } finally {
      setBusy(false)
    }
  }
  return { problem, setProblem, busy, added, refused, setRefused, save }
}

/** Editing one row of a tree at a time, in place; a conflict with another person's version is compared first. */
export function useRowEdit({ noun, fields, check, save: send, load }: Options) {
  const toast = useToast()
  const { initial, setInitial, draft, setDraft, dirty, unsaved } = useDraft(noun, fields)
  const { problem, setProblem, busy, added, refused, setRefused, save } = useRowSave({ check, save: send })

  const setRow = (next: RowDraft | null): void => {
    setInitial(next)
    setDraft(next)
    setProblem(undefined)
    setRefused(null)
  }
  const close = (): void => setRow(null)
  /** Opens a row for editing, unless another row has unsaved text; returns whether it did. */
  const begin = (next: RowDraft): boolean => {
    if (dirty || busy) toast.warning(`请先保存或取消正在编辑的${noun}`)
    else setRow(next)
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
          base: initial?.texts ?? {},
          mine: draft.texts,
          busy,
          resolve: (theirs, version) => resolve(mergeTexts(draft, theirs, version)),
          close: () => setRefused(null),
        }
      : null
  /** Continues the typed text as a new row below the parent, after the row itself was deleted. */
  const addAnew = (parentId: number): void => {
    if (!draft) return
    setInitial({ id: NEW_ID, parentId, texts: blank(fields) })
    setDraft({ id: NEW_ID, parentId, texts: draft.texts })
    setRefused(null)
  }
  return {
    edit,
    begin,
    /** Opens a new row below the parent. */
    beginNew: (parentId: number): boolean => begin({ id: NEW_ID, parentId, texts: blank(fields) }),
    conflict,
    adding: draft?.id === NEW_ID ? draft.parentId : null,
    added,
    /** Whether the row has unsaved text. */
    dirty,
    /** The name of the unsaved row. */
    unsaved,
    addAnew,
  }
}

const blank = (fields: RowEdit['fields']): RowDraft['texts'] =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, '']))
