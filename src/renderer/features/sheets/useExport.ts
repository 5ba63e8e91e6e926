import { useCallback, useEffect, useRef, useState } from 'react'
import { asAppError, showError } from '#renderer/data/errors.ts'
import type { SheetProgress } from '#shared/contract/sheet.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { cancelSheet, type ExportCall, fetchSheet } from './calls.ts'

interface Export {
  /** The server writes, or the file is on its way. */
  busy: boolean
  /** Rows that are written; null while it is not known, as with servers that don't tell. */
  progress: SheetProgress | null
  /** One at a time; failures are said. */
  start(wanted: ExportCall, name: string): void
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
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const start = useCallback((wanted: ExportCall, name: string) => {
    if (running.current) return
    running.current = crypto.randomUUID()
    setBusy(true)
    fetchSheet(running.current, wanted, name)
      .catch((error: unknown) => {
        if (asAppError(error).code !== 'cancelled') showError(error)
      })
      .finally(() => {
        running.current = ''
        if (!here.current) return
        setBusy(false)
        setProgress(null)
      })
  }, [])
  const cancel = useCallback(() => {
    if (running.current) cancelSheet(running.current).catch(showError)
  }, [])
  return { busy, progress, start, cancel }
}
