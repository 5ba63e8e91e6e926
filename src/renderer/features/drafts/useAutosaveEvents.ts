import { useEffect } from 'react'
import { hostReach, onHostReach } from '#renderer/data/hostReach.ts'
import type { Autosave } from './autosave.ts'

/**
 * Writes pending text when an input, the page or the window is left, and retries when the host answers again. Pass a
 * stable object.
 */
export function useAutosaveEvents(autosave: Pick<Autosave, 'flush' | 'retry'>): void {
  useEffect(() => {
    const { flush, retry } = autosave
    const stopReach = onHostReach(() => hostReach() === 'ok' && retry())
    document.addEventListener('visibilitychange', flush)
    document.addEventListener('focusout', flush)
    globalThis.addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      document.removeEventListener('focusout', flush)
      globalThis.removeEventListener('pagehide', flush)
      stopReach()
      // After this cleanup: an input that unmounts with the form reports its last text then. Nothing is pending after a
      // save or a discard.
      queueMicrotask(flush)
    }
  }, [autosave])
}
