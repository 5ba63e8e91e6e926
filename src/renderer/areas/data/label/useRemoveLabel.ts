import { useCallback } from 'react'
import type { Label } from '#shared/contract/label.ts'
import { showError } from '#renderer/data/errors.ts'
import { factOf } from '#renderer/data/factOf.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { DELETE_QUESTION } from '#renderer/ui/list/text.ts'

/** Deletes a label after a question; when content carries it, a second one asks whether to take it off first. Refusals are shown. */
export function useRemoveLabel(): (label: Label) => Promise<void> {
  const confirm = useConfirm()
  const { mutateAsync: remove } = useWrite('label.deleteByIdList', { quiet: true })
  const { mutateAsync: takeOff } = useWrite('label.takeOff', { quiet: true, success: false })
  return useCallback(
    async ({ id, title }) => {
      const question = { title: `删除标签“${title}”`, danger: true }
      if (!(await confirm({ ...question, text: DELETE_QUESTION }))) return
      try {
        const used = await remove([{ id }]).then(() => null, usedBy)
        if (used === null) return
        const text = `${used} 篇内容（包括回收站中的）带有这个标签。继续后，它会从这些内容中取下，然后删除。`
        if (!(await confirm({ ...question, text, confirmText: '取下并删除' }))) return
        await takeOff([{ id }])
        await remove([{ id }])
      } catch (error) {
        showError(error)
      }
    },
    [confirm, remove, takeOff],
  )
}

/** How many entries keep a label from being deleted; any other failure goes on. */
function usedBy(thrown: unknown): number {
  const fact = factOf(thrown, 'used')
  if (!fact) throw thrown
  return fact.used
}
