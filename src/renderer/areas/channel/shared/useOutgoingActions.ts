import { ArrowRepeatAllRegular, DismissCircleRegular, PauseRegular, PlayRegular } from '@fluentui/react-icons'
import { useCallback } from 'react'
import type { OUTGOING_ACTIONS, OutgoingState } from '#shared/contract/outgoing.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useChoice, useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import type { MoreAction } from '#renderer/ui/table/MoreMenu.tsx'
import { OUTGOING } from './text.ts'

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
        const question = { title: `${OUTGOING.cancel}“${name}”`, text: OUTGOING.cancelText }
        if (await confirm({ ...question, danger: true })) act('cancel')
      }
      const again = async (): Promise<void> => {
        if (doubtful === 0) return resend({ id })
        const question = { title: OUTGOING.doubtfulTitle(doubtful), text: OUTGOING.doubtfulText }
        const sendAll = { ...question, confirmText: OUTGOING.doubtfulYes }
        const answer =
          failed > 0
            ? await choose({ ...sendAll, alternativeText: OUTGOING.doubtfulNo })
            : (await confirm(sendAll)) && 'confirm'
        if (answer) resend({ id, doubtful: answer === 'confirm' })
      }
      return [
        ...(open ? [{ title: OUTGOING.pause, icon: PauseRegular, run: () => act('pause') }] : []),
        ...(state === 'paused' ? [{ title: OUTGOING.resume, icon: PlayRegular, run: () => act('resume') }] : []),
        ...(open || state === 'paused'
          ? [{ title: OUTGOING.cancel, icon: DismissCircleRegular, run: () => void cancel() }]
          : []),
        // Always there: a menu without any item would go while it is open.
        {
          title: OUTGOING.resend,
          icon: ArrowRepeatAllRegular,
          refusal: failed + doubtful > 0 ? null : OUTGOING.noneFailed,
          run: () => void again(),
        },
      ]
    },
    [choose, confirm, update, resend],
  )
}
