import { createContext, useContext, useState } from 'react'
import { type Classify, classifySave } from '#shared/contract/classify.ts'
import { must } from '#shared/util/assertNever.ts'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import { call } from '#renderer/data/client.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { type Compare, type Meanwhile, meanwhileOf } from '#renderer/ui/form/compare.ts'
import type { Conflict } from '#renderer/ui/form/useConflict.ts'
import { useUnsaved } from '#renderer/ui/page/unsaved.ts'
import { indexEntries, NEW_ID } from './tree.ts'

/** What is typed in a row. `id` NEW_ID: a new entry. */
export type Draft = Pick<Classify, 'id' | 'parentId' | 'title' | 'subTitle' | 'version'>
const draftOf = ({ id, parentId, title, subTitle, version }: Draft): Draft => ({
  id,
  parentId,
  title,
  subTitle,
  version,
})

/** The row that is being edited, for its cells. */
export interface EntryEdit {
  draft: Draft | null
  /** What is wrong with the title. */
  problem: string | undefined
  busy: boolean
  change: (changes: Partial<Draft>) => void
  save: () => void
  cancel: () => void
}
const Context = createContext<EntryEdit | null>(null)
export const EntryEditProvider = Context.Provider
export const useEntryCell = (): EntryEdit => must(useContext(Context), 'the screen provides it')

const LABELS: Compare['labels'] = { title: '名称', subTitle: '副标题' }
const load = async (id: number): Promise<Draft> => {
  const tree = (await call('classify.getTree', { id: 0 })).data
  return draftOf(must(indexEntries(tree).get(id), 'the server has just refused to save over it').entry)
}

/** Editing one entry at a time, in its row. */
export function useEntryEdit() {
  const toast = useToast()
  const { mutateAsync } = useWrite('classify.save')
  const [begun, setBegun] = useState<Draft | null>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  /** The entry that was added last, which is to be seen once the tree has it. */
  const [added, setAdded] = useState<number | null>(null)
  const [refused, setRefused] = useState<Meanwhile | null>(null)
  const dirty = draft !== null && (draft.title !== begun?.title || draft.subTitle !== begun.subTitle)
  useUnsaved('entry', draft?.title ? `条目“${draft.title}”` : '新的条目', dirty)

  const put = (next: Draft | null): void => {
    setBegun(next)
    setDraft(next)
    setProblem(undefined)
    setRefused(null)
  }
  /** Opens a row for typing, unless another holds what was not saved; answers whether it did. */
  const begin = (next: Draft): boolean => {
    if (dirty || busy) toast.warning('请先保存或取消正在编辑的条目')
    else put(draftOf(next))
    return !dirty && !busy
  }

  const save = async (wanted: Draft): Promise<void> => {
    const form = classifySave.safeParse({ ...wanted, id: wanted.id === NEW_ID ? 0 : wanted.id })
    if (!form.success) return setProblem(form.error.issues[0]?.message)
    setBusy(true)
    try {
      const { data } = await mutateAsync(form.data)
      setAdded(form.data.id === 0 ? (data?.id ?? null) : null)
      put(null)
    } catch (error) {
      const meanwhile = meanwhileOf(asAppError(error))
      // Any other refusal has been said; what was typed stays.
      if (meanwhile) suppressToast(asAppError(error))
      setRefused(meanwhile)
    } finally {
      setBusy(false)
    }
  }

  const edit: EntryEdit = {
    draft,
    problem,
    busy,
    change: (changes) => {
      setDraft((now) => now && { ...now, ...changes })
      setProblem(undefined)
    },
    save: () => {
      if (draft && !busy) void save(draft)
    },
    cancel: () => {
      if (!busy) put(null)
    },
  }
  const conflict: Conflict | null =
    refused && draft
      ? {
          ...refused,
          compare: { load: () => load(draft.id), labels: LABELS },
          base: begun ?? {},
          mine: draft,
          busy,
          resolve: (taken, version) => {
            const next: Draft = { ...draft, ...Object.fromEntries(taken), version: Number(version) }
            setDraft(next)
            setRefused(null)
            void save(next)
          },
          close: () => setRefused(null),
        }
      : null
  /** What was typed goes on as a new entry below the parent: the entry itself is gone. */
  const addAnew = (parentId: number): void => {
    if (!draft) return
    setBegun({ id: NEW_ID, parentId, title: '', subTitle: '' })
    setDraft({ id: NEW_ID, parentId, title: draft.title, subTitle: draft.subTitle })
    setRefused(null)
  }
  return {
    edit,
    begin,
    conflict,
    adding: draft?.id === NEW_ID ? draft.parentId : null,
    added,
    /** Holds what nobody has saved. */
    dirty,
    addAnew,
  }
}
