import { useMemo } from 'react'
import { type Department, DEPARTMENT_LEVELS } from '#shared/contract/department.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { NEW_ID, type Placed } from '#renderer/ui/rowEdit/rowTree.ts'
import { useLatest } from '#renderer/ui/table/useLatest.ts'
import type { DepartmentActions } from './columns.tsx'
import { DEPARTMENTS } from './text.ts'
import { withBelow } from './tree.ts'

interface Dialog {
  index: ReadonlyMap<number, Placed<Department>>
  /** Opens a row for typing; answers whether it did. */
  begin: (department: Department) => boolean
  /** The same for a new one below the parent. */
  beginNew: (parentId: number) => boolean
  /** Opens the branches of these departments. */
  reveal: (ids: readonly number[]) => void
  /** Takes a search away, which would hide a new row. */
  showAll: () => void
  open: (dialog: 'move' | 'accounts', department: Department) => void
}

/** What the dialog does with its departments. The same while the tree is, so that rows need no new drawing. */
export function useDepartmentActions(dialog: Dialog): DepartmentActions & { addTop: () => void } {
  const { index } = dialog
  const remove = useRemoveRows('department.deleteByIdList')
  const add = useLatest((parentId: number) => {
    if (!dialog.beginNew(parentId)) return
    if (parentId === 0) dialog.showAll()
    else dialog.reveal([parentId])
  })
  const rename = useLatest((department: Department) => {
    if (department.id !== NEW_ID) dialog.begin(department)
  })
  const ask = useLatest((department: Department) => {
    // From the index and not from the row: the row lacks the departments below that a search hides.
    const whole = index.get(department.id)
    if (!whole) return
    const ids = withBelow(whole.entry).map(({ id }) => id)
    void remove(ids, DEPARTMENTS.removeTitle(department.title, whole.below))
  })
  const open = useLatest(dialog.open)
  return useMemo(
    () => ({
      addRefusal: ({ id }) =>
        (index.get(id)?.level ?? 0) >= DEPARTMENT_LEVELS ? DEPARTMENTS.deepest(DEPARTMENT_LEVELS) : null,
      addTop: () => add(0),
      addBelow: ({ id }) => add(id),
      rename,
      remove: ask,
      move: (department) => open('move', department),
      accounts: (department) => open('accounts', department),
    }),
    [index, add, rename, ask, open],
  )
}
