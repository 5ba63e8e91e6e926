import { ArrowRepeatAllRegular, DismissCircleRegular, PauseRegular, PlayRegular } from '@fluentui/react-icons'
import { useCallback } from 'react'
import type { OUTGOING_ACTIONS, OutgoingState } from '#shared/contract/outgoing.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useChoice, useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import type { MoreAction } from '#renderer/ui/table/MoreMenu.tsx'

interface Operations {
  update: 'emailSend.update' | 'smsMarketing.update'
  resend: 'emailSend.resend' | 'smsMarketing.resend'
}

interface Message {
  id: number
  state: OutgoingState
  failed: number
  doubtful: number
}

/** Actions on a message: pause, resume, stop, resend to failed recipients. */
export function useOutgoingActions(operations: Operations): (message: Message, name: string) => MoreAction[] {
  const confirm = useConfirm()
  const choose = useChoice()
  const { mutate: update } = useWrite(operations.update)
  const { mutate: resend } = useWrite(operations.resend)
  return useCallback(
    ({ id, state, failed, doubtful }, name) => {
      const applyAction = (action: (typeof OUTGOING_ACTIONS)[number]): void => update({ id, action })
      const isOpen = state === 'waiting' || state === 'sending'
      const cancel = async (): Promise<void> => {
        const question = { title: `停止发送“${name}”`, text: '未发出的不再发送，已发出的无法撤回。' }
        if (await confirm({ ...question, confirmText: '停止发送', cancelText: '返回', danger: true }))
          applyAction('cancel')
      }
      const resendFailed = async (): Promise<void> => {
        if (doubtful === 0) return resend({ id })
        const question = {
          title: `${doubtful} 个收件人的发送结果不明`,
          text: '发送时连接或程序中断，对方可能已收到。重新发送可能造成重复接收。',
        }
        const sendAll = { ...question, confirmText: '全部重发', cancelText: '返回' } as const
        const answer =
          failed > 0
            ? await choose({ ...sendAll, alternativeText: '只重发失败的' })
            : (await confirm(sendAll)) && 'confirm'
        if (answer) resend({ id, doubtful: answer === 'confirm' })
      }
      return [
        ...(isOpen ? [{ title: '暂停', icon: PauseRegular, run: () => applyAction('pause') }] : []),
        ...(state === 'paused' ? [{ title: '继续', icon: PlayRegular, run: () => applyAction('resume') }] : []),
        ...(isOpen || state === 'paused'
          ? [{ title: '停止发送', icon: DismissCircleRegular, run: () => void cancel() }]
          : []),
        // Always present: a menu without items would disappear while it is open.
        {
          title: '重发失败的',
          icon: ArrowRepeatAllRegular,
          refusal: failed + doubtful > 0 ? null : '没有发送失败的收件人',
          run: () => void resendFailed(),
        },
      ]
    },
    [choose, confirm, update, resend],
  )
}
