import { useCallback } from 'react'
import { showError } from '#renderer/data/errors.ts'
import { factOf } from '#renderer/data/factOf.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { DELETE_QUESTION } from '#renderer/ui/list/useRemoveRows.ts'

interface Operations {
  /** Refuses with the fact `used` when members have it. */
  remove: 'memberGroup.deleteByIdList' | 'memberLevel.deleteByIdList'
  /** Deletes it all the same. */
  removeUsed: 'memberGroup.removeUsed' | 'memberLevel.removeUsed'
  /** What becomes of so many members. */
  consequence: (members: number) => string
}

/**
 * Deletes a group or level after a question; when members have it, a second one says what becomes of them. Refusals are
 * shown.
 */
export function useRemoveUsed({ remove, removeUsed, consequence }: Operations) {
  const confirm = useConfirm()
  const { mutateAsync: removeFree } = useWrite(remove, { quiet: true })
  const { mutateAsync: removeAll } = useWrite(removeUsed, { quiet: true })
  return useCallback(
    async (id: number, title: string): Promise<void> => {
      if (!(await confirm({ title, text: DELETE_QUESTION, danger: true }))) return
      try {
        const used = await removeFree([{ id }]).then(() => null, usedBy)
        if (used === null) return
        const text = consequence(used)
        if (await confirm({ title, text, confirmText: '仍然删除', danger: true })) await removeAll([{ id }])
      } catch (error) {
        showError(error)
      }
    },
    [confirm, consequence, removeFree, removeAll],
  )
}

/** How many members keep it from being deleted; any other failure goes on. */
function usedBy(thrown: unknown): number {
  const fact = factOf(thrown, 'used')
  if (!fact) throw thrown
  return fact.used
}
