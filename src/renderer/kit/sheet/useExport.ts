import { useCallback, useEffect, useRef, useState } from 'react'
import { asAppError, showError } from '#renderer/data/errors.ts'
import { cancelSheet, type ExportCall, fetchSheet } from './calls.ts'

interface Export {
  /** The server writes, or the file is on its way. */
  busy: boolean
  /** One at a time; failures are said. */
  start(wanted: ExportCall, name: string): void
  cancel(): void
}

/** One export of a place of the page. It goes on when the place is gone. */
export function useExport(): Export {
  const running = useRef('')
  const [busy, setBusy] = useState(false)
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
        if (here.current) setBusy(false)
      })
  }, [])
  const cancel = useCallback(() => {
    if (running.current) cancelSheet(running.current).catch(showError)
  }, [])
  return { busy, start, cancel }
}
