import { useCallback } from 'react'
import type { InputOf, OperationName } from '#shared/contract/registry.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { missingIds } from '#renderer/data/missingIds.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '../dialogs/useConfirm.ts'
import type { RowKey } from '../table/types.ts'
import { useLatest } from '../table/useLatest.ts'

type Ids = { id: number }[]
type Named = Extract<OperationName, `${string}.deleteByIdList`>
/** Operations that delete the rows of a list by their ids. */
type RemoveName = { [N in Named]: Ids extends InputOf<N> ? N : never }[Named]

/** The rows that are chosen in a list; a useListState fits. */
interface Chosen {
  selected: ReadonlySet<RowKey>
  setSelected: (keys: ReadonlySet<RowKey>) => void
}

/** B·§8: before rows of a list are deleted. */
export const DELETE_QUESTION = '确认删除？ 操作不可撤销！'

/**
 * Deletes rows after a confirmation; `title` names them, `text` names what is deleted along with them. Deleted rows, also
 * those that another person has deleted, are unselected in `list`, because the next batch would contain them again.
 */
export function useRemoveRows(
  operation: RemoveName,
  list?: Chosen,
): (ids: readonly number[], title: string, text?: string) => Promise<void> {
  const confirm = useConfirm()
  const unselect = useLatest((removed: ReadonlySet<RowKey>) =>
    list?.setSelected(new Set([...list.selected].filter((key) => !removed.has(key)))),
  )
  const { mutateAsync } = useWrite(operation)
  return useCallback(
    async (ids, title, text = DELETE_QUESTION) => {
      if (!(await confirm({ title, text, danger: true }))) return
      await mutateAsync(ids.map((id) => ({ id }))).then(
        ({ code }) => {
          if (code === SUCCESS) unselect(new Set(ids))
        },
        // useWrite has shown the error.
        (error: unknown) => unselect(new Set(missingIds(error))),
      )
    },
    [confirm, mutateAsync, unselect],
  )
}
