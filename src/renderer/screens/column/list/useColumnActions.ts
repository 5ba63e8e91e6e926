import { useMemo } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { columnRefusal } from '#shared/domain/columnAccess.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/kit/dialogs/useConfirm.ts'
import { useToast } from '#renderer/kit/feedback/useToast.ts'
import { COLUMN } from '#renderer/text/column.ts'
import type { ColumnActions } from './actions.ts'
import type { Opened } from './ColumnDialogs.tsx'
import { countBelow } from './filterTree.ts'

const nameOf = (columns: readonly Column[]): string => {
  const [only, ...others] = columns
  if (!only || others.length > 0) return `删除 ${columns.length} 个栏目`
  const below = countBelow(only)
  return `删除栏目“${only.title}”${below > 0 ? `及其 ${below} 个下级栏目` : ''}`
}

interface Actions {
  row: ColumnActions
  /** Asks, and deletes all or none; true when they are gone. */
  removeAll: (columns: readonly Column[]) => Promise<boolean>
}

/** What the list does with its columns. The same object as long as the session stays, so that rows need no new drawing. */
export function useColumnActions(open: (opened: Opened) => void): Actions {
  const who = useSession()
  const confirm = useConfirm()
  const toast = useToast()
  const { mutateAsync: remove } = useWrite('column.deleteByIdList')
  const { mutateAsync: sort } = useWrite('column.updateSort')
  const { mutateAsync: turn } = useWrite('column.updateSwitch')

  return useMemo(() => {
    const refusal: ColumnActions['refusal'] = (column, action) =>
      who ? columnRefusal(who, column, action) : '请先登录'
    const removeAll: Actions['removeAll'] = async (columns) => {
      const agreed = await confirm({ title: nameOf(columns), text: COLUMN.deleteQuestion, danger: true })
      if (!agreed) return false
      // A refusal has been said by the shared layer.
      return remove(columns.map(({ id }) => ({ id }))).then(
        () => true,
        () => false,
      )
    }
    /** Keys and double-clicks reach what the row's button would refuse. */
    const allowed = (column: Column, action: 'edit' | 'remove', run: () => void): void => {
      const reason = refusal(column, action) ?? (action === 'remove' && column.siteId === 0 ? COLUMN.systemSite : null)
      if (reason) toast.warning(reason)
      else run()
    }
    const row: ColumnActions = {
      refusal,
      addBelow: (parent) => open({ dialog: 'add', siteId: parent.siteId, parentId: parent.id }),
      edit: (column) => allowed(column, 'edit', () => open({ dialog: 'edit', column })),
      remove: (column) => allowed(column, 'remove', () => void removeAll([column])),
      switches: (column) => open({ dialog: 'switches', column }),
      copy: (column) => open({ dialog: 'copy', column }),
      fields: (column) => open({ dialog: 'fields', columns: [column] }),
      sort: ({ id }, value) => sort({ id, sort: value }),
      turn: ({ id }, menuSwitchEnum, value) => turn({ id, menuSwitchEnum, value }),
    }
    return { row, removeAll }
  }, [who, confirm, toast, remove, sort, turn, open])
}
