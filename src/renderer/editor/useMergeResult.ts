import { useRef } from 'react'
import { useConfirm } from '#renderer/kit/dialogs/useConfirm.ts'

interface MergeResult {
  /** The text as edited so far. */
  read: () => string
  edit: (text: string) => void
  /** Asks before edits are thrown away; true when they may be, or when there are none. */
  leave: () => Promise<boolean>
}

/** The editable result of a merge. @param start what stands there at first. */
export function useMergeResult(start: string): MergeResult {
  const confirm = useConfirm()
  const text = useRef(start)
  return {
    read: () => text.current,
    edit: (next) => {
      text.current = next
    },
    leave: async () => {
      const question = {
        title: '放弃合并？',
        text: '合并结果还没有保存，离开后会丢失。',
        confirmText: '放弃',
        danger: true,
      }
      const agreed = text.current === start || (await confirm(question))
      if (agreed) text.current = start
      return agreed
    },
  }
}
