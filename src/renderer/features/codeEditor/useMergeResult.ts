import { useRef } from 'react'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'

interface MergeResult {
  /** The text as edited so far. */
  read: () => string
  edit: (text: string) => void
  /** Asks before edits are discarded; true when they may be, or when there are none. */
  leave: () => Promise<boolean>
}

/**
 * The editable result of a merge.
 * @param start its first text
 */
export function useMergeResult(start: string): MergeResult {
  const confirmDiscard = useConfirmDiscard('离开')
  const text = useRef(start)
  return {
    read: () => text.current,
    edit: (next) => {
      text.current = next
    },
    leave: async () => {
      const agreed = await confirmDiscard(text.current === start ? [] : ['合并结果'])
      if (agreed) text.current = start
      return agreed
    },
  }
}
