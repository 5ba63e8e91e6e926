import { useCallback, useEffect, useRef, useState } from 'react'
import { toAppError, showError } from '#renderer/data/errors.ts'
import type { SheetProgress } from '#shared/contract/sheet.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { cancelSheet, type ExportCall, fetchSheet } from './calls.ts'

interface Export {
  /** Whether an export is running. */
  busy: boolean
  /** Written rows; null while unknown, as with servers that don't report progress. */
  progress: SheetProgress | null
  /** Starts an export, one at a time; failures are shown. */
  start(exportCall: ExportCall, name: string): void
  cancel(): void
}

/** An export of one component. It continues after the component is unmounted. */
export function useExport(): Export {
  const running = useRef('')
  const [busy, setBusy] = useState(false)
  const [progress, setProgress] = useState<SheetProgress | null>(null)
  useHostEvent('sheets.progress', ({ download, ...now }) => {
    if (download === running.current) setProgress(now)
  })
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const start = useCallback((exportCall: ExportCall, name: string) => {
    if (running.current) return
    running.current = crypto.randomUUID()
    setBusy(true)
    fetchSheet(running.current, exportCall, name)
      .catch((error: unknown) => {
        if (toAppError(error).code !== 'cancelled') showError(error)
      })
      .finally(() => {
        running.current = ''
        if (!isMounted.current) return
        setBusy(false)
        setProgress(null)
      })
  }, [])
  const cancel = useCallback(() => {
    if (running.current) cancelSheet(running.current).catch(showError)
  }, [])
  return { busy, progress, start, cancel }
}
