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

/** What can be done with a message of a list: hold it, let it go on, call it off, send what failed once more. */
export function useOutgoingActions(operations: Operations): (message: Message, name: string) => MoreAction[] {
  const confirm = useConfirm()
  const choose = useChoice()
  const { mutate: update } = useWrite(operations.update)
  const { mutate: resend } = useWrite(operations.resend)
  return useCallback(
    ({ id, state, failed, doubtful }, name) => {
      const act = (action: (typeof OUTGOING_ACTIONS)[number]): void => update({ id, action })
      const open = state === 'waiting' || state === 'sending'
      const cancel = async (): Promise<void> => {
        const question = { title: `取消发送“${name}”`, text: '还没有发出的不再发送，已经发出的不能收回。' }
        if (await confirm({ ...question, danger: true })) act('cancel')
      }
      const again = async (): Promise<void> => {
        if (doubtful === 0) return resend({ id })
        const question = {
          title: `有 ${doubtful} 个收件人不能确定是否送达`,
          text: '发送时连接或程序中断，对方可能已经收到。要给他们也再发一次吗？',
        }
        const sendAll = { ...question, confirmText: '也再发一次' }
        const answer =
          failed > 0
            ? await choose({ ...sendAll, alternativeText: '只发失败的' })
            : (await confirm(sendAll)) && 'confirm'
        if (answer) resend({ id, doubtful: answer === 'confirm' })
      }
      return [
        ...(open ? [{ title: '暂停', icon: PauseRegular, run: () => act('pause') }] : []),
        ...(state === 'paused' ? [{ title: '继续', icon: PlayRegular, run: () => act('resume') }] : []),
        ...(open || state === 'paused'
          ? [{ title: '取消发送', icon: DismissCircleRegular, run: () => void cancel() }]
          : []),
        // Always there: a menu without any item would go while it is open.
        {
          title: '重新发送失败的',
          icon: ArrowRepeatAllRegular,
          refusal: failed + doubtful > 0 ? null : '没有发送失败的',
          run: () => void again(),
        },
      ]
    },
    [choose, confirm, update, resend],
  )
}
