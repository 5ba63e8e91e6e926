import { useCallback } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { readWorkflowLink } from '#shared/contract/columnEdit.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'

/** B·§4, type 0: the column as it is now, its workflow not enabled any more, saved at once; 已取消 is the server's word. */
export function useDeactivate(): (column: Column) => Promise<void> {
  const { mutateAsync: save } = useWrite('column.saveWorkFlow', { quiet: true })
  return useCallback(
    async ({ id }) => {
      try {
        const { relationWorkFlow, version } = (await call('column.findByPost', { id })).data
        const link = readWorkflowLink(relationWorkFlow)
        const text = link ? JSON.stringify({ ...link, status: false }) : ''
        await save({ id, relationWorkFlow: text, version })
      } catch (error) {
        showError(error)
      }
    },
    [save],
  )
}
