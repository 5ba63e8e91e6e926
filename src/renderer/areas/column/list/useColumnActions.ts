import { useMemo } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { columnRefusal } from '#shared/domain/columnAccess.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useColumnRemoval } from '#renderer/features/columns/useColumnRemoval.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import type { ColumnActions } from './actions.ts'
import type { Opened } from './ColumnDialogs.tsx'

interface ListActions {
  row: ColumnActions
  /** Deletes all columns or none after a confirmation; true if they were deleted. */
  removeAll: (columns: readonly Column[]) => Promise<boolean>
}

/** All members must be stable between renderings. */
interface ListContext {
  open: (opened: Opened) => void
  /** The column with all its descendants, including those that a search hides. */
  whole: (column: Column) => Column
  /** Loads the tree again, after a listed column turned out to be deleted. */
  reload: () => void
}

export const SYSTEM_COLUMNS_FIXED = '系统栏目由程序提供，不能新增、删除、移动或复制，只能由超级管理员修改。'

/** Actions of the list; stable while the session is, so that rows do not render again. */
export function useColumnActions({ open, whole, reload }: ListContext): ListActions {
  const who = useSession()
  const removeAll = useColumnRemoval('栏目', reload)
  const toast = useToast()
  const { mutateAsync: sort } = useWrite('column.updateSort')
  const { mutateAsync: turn } = useWrite('column.updateSwitch')

  return useMemo(() => {
    const refusal: ColumnActions['refusal'] = (column, action) =>
      who ? columnRefusal(who, column, action) : '请先登录'
    const reloadIfMissing = <T>(saved: Promise<T>): Promise<T> =>
      saved.catch((error: unknown) => {
        if (toAppError(error).code === 'not-found') reload()
        throw error
      })
    // Keys and double-clicks bypass the disabled buttons of a row.
    const runIfAllowed = (column: Column, action: 'edit' | 'remove', run: () => void): void => {
      const reason =
        refusal(column, action) ?? (action === 'remove' && column.siteId === 0 ? SYSTEM_COLUMNS_FIXED : null)
      if (reason) toast.warning(reason)
      else run()
    }
    const row: ColumnActions = {
      refusal,
      addBelow: (parent) => open({ dialog: 'add', siteId: parent.siteId, parentId: parent.id }),
      edit: (column) => runIfAllowed(column, 'edit', () => open({ dialog: 'edit', column })),
      remove: (column) => runIfAllowed(column, 'remove', () => void removeAll([whole(column)])),
      switches: (column) => open({ dialog: 'switches', column }),
      copy: (column) => open({ dialog: 'copy', column }),
      fields: (column) => open({ dialog: 'fields', columns: [column] }),
      sort: ({ id }, value) => reloadIfMissing(sort({ id, sort: value })),
      toggleSwitch: ({ id }, menuSwitchEnum, value) => reloadIfMissing(turn({ id, menuSwitchEnum, value })),
    }
    return { row, removeAll }
  }, [who, removeAll, toast, sort, turn, open, whole, reload])
}
