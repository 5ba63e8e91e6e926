import { useMemo } from 'react'
import { type Classify, CLASSIFY_LEVELS } from '#shared/contract/classify.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { useLatest } from '#renderer/ui/table/useLatest.ts'
import type { EntryActions } from './columns.tsx'
import { NEW_ID, type Placed } from '#renderer/ui/rowEdit/rowTree.ts'

interface Screen {
  index: ReadonlyMap<number, Placed<Classify>>
  /** Opens a row for typing; answers whether it did. */
  begin: (entry: Classify) => boolean
  /** The same for a new one below the parent. */
  beginNew: (parentId: number) => boolean
  /** Opens the branches of these entries. */
  reveal: (ids: readonly number[]) => void
  /** Takes a search away, which would hide a new row. */
  showAll: () => void
}

/** What the screen does with its entries. The same while the tree is, so that rows need no new drawing. */
export function useEntryActions({
  index,
  begin,
  beginNew,
  reveal,
  showAll,
}: Screen): EntryActions & { addRoot: () => void } {
  const remove = useRemoveRows('classify.deleteByIdList')
  const { mutateAsync: sort } = useWrite('classify.updateSort')
  const add = useLatest((parentId: number) => {
    if (!beginNew(parentId)) return
    if (parentId === 0) showAll()
    else reveal([parentId])
  })
  const edit = useLatest((entry: Classify) => {
    if (entry.id !== NEW_ID) begin(entry)
  })
  const ask = useLatest((entry: Classify) => {
    if (entry.id === NEW_ID) return
    const below = index.get(entry.id)?.below ?? 0
    void remove([entry.id], `删除条目“${entry.title}”${below > 0 ? `及其 ${below} 个下级条目` : ''}`)
  })
  return useMemo(
    () => ({
      addRefusal: ({ id }) =>
        (index.get(id)?.level ?? 0) >= CLASSIFY_LEVELS ? `多级字典最多 ${CLASSIFY_LEVELS} 级` : null,
      addRoot: () => add(0),
      addBelow: ({ id }) => add(id),
      edit,
      remove: ask,
      sort: ({ id }, value) => sort({ id, sort: value }),
    }),
    [index, add, edit, ask, sort],
  )
}
