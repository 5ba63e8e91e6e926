import { useCallback } from 'react'
import { showError } from '#renderer/data/errors.ts'
import { factOf } from '#renderer/data/factOf.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { DELETE_QUESTION } from '#renderer/ui/list/useRemoveRows.ts'

interface RemoveOptions {
  /** Refuses with the fact `used` when members belong to the group or level. */
  remove: 'memberGroup.deleteByIdList' | 'memberLevel.deleteByIdList'
  /** Deletes the group or level although it is used. */
  removeUsed: 'memberGroup.removeUsed' | 'memberLevel.removeUsed'
  /** Describes the consequence for this number of members. */
  consequence: (members: number) => string
}

/**
 * Deletes a group or level after a confirmation; when members belong to it, a second one states the consequence for them.
 * Shows errors.
 */
export function useRemoveUsed({ remove, removeUsed, consequence }: RemoveOptions) {
  const confirm = useConfirm()
  const { mutateAsync: removeUnused } = useWrite(remove, { quiet: true })
  const { mutateAsync: removeAll } = useWrite(removeUsed, { quiet: true })
  return useCallback(
    async (id: number, title: string): Promise<void> => {
      if (!(await confirm({ title, text: DELETE_QUESTION, danger: true }))) return
      try {
        const used = await removeUnused([{ id }]).then(() => null, countUsers)
        if (used === null) return
        const text = consequence(used)
        if (await confirm({ title, text, confirmText: '仍然删除', danger: true })) await removeAll([{ id }])
      } catch (error) {
        showError(error)
      }
    },
    [confirm, consequence, removeUnused, removeAll],
  )
}

/** The number of members that prevent the deletion; rethrows any other error. */
function countUsers(thrown: unknown): number {
  const fact = factOf(thrown, 'used')
  if (!fact) throw thrown
  return fact.used
}
