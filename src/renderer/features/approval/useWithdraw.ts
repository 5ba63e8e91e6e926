import { useCallback } from 'react'
import type { Application } from '#shared/contract/approval.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'

/**
 * Withdraws an application after a confirmation; resolves with whether it was withdrawn. Errors are shown, and outdated
 * reads are refreshed.
 */
export function useWithdraw(): (application: Pick<Application, 'instanceId' | 'title'>) => Promise<boolean> {
  const confirm = useConfirm()
  const refresh = useRefresh()
  const { mutateAsync } = useWrite('approval.cancleProcess')
  return useCallback(
    async ({ instanceId, title }) => {
      const question = {
        title: `撤回“${title}”`,
        text: '撤回后，该申请不再审批，内容保留为草稿或保持已发布的版本。确定要撤回吗？',
      }
      if (!(await confirm({ ...question, confirmText: '撤回' }))) return false
      try {
        return (await mutateAsync({ instanceId, remark: '' })).code === SUCCESS
      } catch {
        // useWrite has shown the error.
        refresh('approval.mine', 'approval.detail')
        return false
      }
    },
    [confirm, refresh, mutateAsync],
  )
}
