import { useCallback } from 'react'
import { usePage } from '../page/page.ts'
import { unsavedWork } from '../page/unsaved.ts'
import { useConfirm } from './useConfirm.ts'

/**
 * Asks before unsaved work is lost: `await confirmDiscard()` about everything unsaved in this page, `confirmDiscard(names)` about the
 * named things. True when nothing is unsaved or the user agrees.
 * @param action the action that loses the work, for the text: 关闭, 重置, 切换站点
 * @param confirmText label of the button that agrees
 */
export function useConfirmDiscard(
  action = '关闭',
  confirmText = '放弃修改',
): (names?: readonly string[]) => Promise<boolean> {
  const page = usePage()
  const confirm = useConfirm()
  return useCallback(
    async (names = unsavedWork.titlesOf(page.key)) => {
      if (names.length === 0) return true
      const text = `以下内容尚未保存，${action}后会丢失：\n${names.join('\n')}`
      return confirm({ title: '有未保存的内容', text, confirmText, danger: true })
    },
    [page, confirm, action, confirmText],
  )
}
