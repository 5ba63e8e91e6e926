import { useEffect } from 'react'
import { loadRichText } from './RichTextInput.tsx'

/** Preloads the editor while the page is idle, where a form with rich text is likely to be opened next. */
export function usePreloadEditor(enabled: boolean): void {
  useEffect(() => {
    if (!enabled || !('requestIdleCallback' in globalThis)) return undefined
    const handle = requestIdleCallback(() => void loadRichText().catch(() => undefined))
    return () => cancelIdleCallback(handle)
  }, [enabled])
}
