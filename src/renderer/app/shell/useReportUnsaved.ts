import { useEffect, useSyncExternalStore } from 'react'
import { showError } from '#renderer/data/errors.ts'
import { inElectron } from '#renderer/data/bridge.ts'
import { call } from '#renderer/data/client.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'

/** A page that is shown again registers its work anew; one report is enough for that. */
const SETTLE_MS = 100

/** Tells the host what is unsaved, so that closing the window asks; a browser asks by itself when the page is left. */
export function useReportUnsaved(): void {
  const work = useSyncExternalStore(unsavedWork.subscribe, unsavedWork.all)

  useEffect(() => {
    const timer = setTimeout(() => {
      const titles = [...work.values()].slice(0, 100).map((entry) => entry.title.slice(0, 300))
      call('app.setUnsaved', { titles }).catch(showError)
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [work])

  const dirty = work.size > 0
  useEffect(() => {
    // In Electron the main process asks; there, beforeunload would keep the window open without a word.
    if (!dirty || inElectron()) return undefined
    const stay = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [dirty])
}
