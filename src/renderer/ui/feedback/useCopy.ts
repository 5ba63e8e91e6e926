import { useCallback } from 'react'
import { useToast } from './useToast.ts'

/** Copies a text and shows the result in the words of C·§8: 复制{text}成功 / 复制{text}失败. */
export function useCopy(): (name: string, text: string) => Promise<void> {
  const toast = useToast()
  return useCallback(
    async (name, text) => {
      try {
        await navigator.clipboard.writeText(text)
        toast.success(`复制${name}成功`)
      } catch {
        toast.error(`复制${name}失败`)
      }
    },
    [toast],
  )
}
