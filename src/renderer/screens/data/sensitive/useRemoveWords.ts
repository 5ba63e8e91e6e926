import { useCallback } from 'react'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/kit/dialogs/useConfirm.ts'
import { SENSITIVE } from '#renderer/text/sensitive.ts'

/** Deletes words once the user agrees; `done` runs when they are gone. */
export function useRemoveWords(): (ids: readonly number[], title: string, done?: () => void) => void {
  const confirm = useConfirm()
  const { mutate } = useWrite('sensitive.deleteByIdList')
  return useCallback(
    (ids, title, done) =>
      void confirm({ title, text: SENSITIVE.removeQuestion, danger: true }).then(
        (agreed) =>
          agreed &&
          mutate(
            ids.map((id) => ({ id })),
            done && { onSuccess: done },
          ),
      ),
    [confirm, mutate],
  )
}
