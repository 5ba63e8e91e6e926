import { useEffect } from 'react'
import { loadRichText } from './RichTextInput.tsx'

/** Preloads the editor while the page is idle, where a form with rich text is likely to be opened next. */
export function useEditorSoon(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('requestIdleCallback' in globalThis)) return undefined
    const waiting = requestIdleCallback(() => void loadRichText().catch(() => undefined))
    return () => cancelIdleCallback(waiting)
  }, [wanted])
}
