import { useCallback } from 'react'
import { ask } from '#renderer/data/questions.ts'
import { useToast } from './useToast.ts'

/**
 * Copies a text and shows the result in the words of C·§8: 复制{text}成功 / 复制{text}失败. A text that can't be copied is
 * shown selected.
 */
export function useCopy(): (name: string, text: string) => Promise<void> {
  const toast = useToast()
  return useCallback(
    async (name, text) => {
      try {
        await navigator.clipboard.writeText(text)
        toast.success(`复制${name}成功`)
      } catch {
        await ask({
          kind: 'alert',
          title: `复制${name}失败`,
          text: '系统不允许使用剪贴板。内容已选中，请按 Ctrl+C 或 ⌘C 复制。',
          confirmText: '关闭',
          cancelText: '',
          danger: false,
          toCopy: text,
        })
      }
    },
    [toast],
  )
}
