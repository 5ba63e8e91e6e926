import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { LOG_PAGE, type LogEntry, type LogQuery } from '#shared/contract/diagnostics.ts'
import { call } from '#renderer/data/client.ts'
import { toAppError } from '#renderer/data/errors.ts'
import type { AppError } from '#shared/errors/index.ts'

type LogFilter = Omit<LogQuery, 'before' | 'after'>

interface LogPage {
  entries: readonly LogEntry[]
  /** Cursor of the next page of older lines; '' at the end. */
  next: string
}

/** Polling interval for new lines, ms. */
const POLL_MS = 2000

/**
 * Matching log lines, newest first. more() loads older lines; new lines are polled while `follow` is set and the page
 * is visible.
 */
export function useLog(filter: LogFilter, follow: boolean) {
  const [shown, setShown] = useState<LogPage | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [reloads, setReloads] = useState(0)
  // Identifies the current query: answers to earlier queries are dropped.
  const latestQuery = useRef(0)
  const loading = useRef(false)
  const key = JSON.stringify(filter)

  useEffect(() => {
    const query = ++latestQuery.current
    loading.current = true
    call('diagnostics.log', JSON.parse(key) as LogFilter)
      .then(({ data }) => {
        if (query !== latestQuery.current) return
        setShown(data)
        setError(null)
      })
      .catch((failure: unknown) => query === latestQuery.current && setError(toAppError(failure)))
      .finally(() => {
        if (query === latestQuery.current) loading.current = false
      })
  }, [key, reloads])

  const next = shown?.next ?? ''
  const loadOlder = useCallback((): void => {
    if (loading.current || !next) return
    const mine = latestQuery.current
    loading.current = true
    call('diagnostics.log', { ...(JSON.parse(key) as LogFilter), before: next })
      .then(({ data }) => {
        if (mine !== latestQuery.current) return
        setShown((now) => now && { entries: [...now.entries, ...data.entries], next: data.next })
      })
      .catch((failure: unknown) => mine === latestQuery.current && setError(toAppError(failure)))
      .finally(() => {
        if (mine === latestQuery.current) loading.current = false
      })
  }, [key, next])

  const pollNewLines = useEffectEvent(async (): Promise<void> => {
    const newest = shown?.entries[0]?.id
    if (document.visibilityState === 'hidden' || loading.current) return
    if (newest === undefined) return setReloads((times) => times + 1)
    const mine = latestQuery.current
    const { data } = await call('diagnostics.log', { ...filter, after: newest })
    if (mine !== latestQuery.current || data.entries.length === 0) return
    // A full page may leave a gap between its last line and the lines that are shown.
    if (data.entries.length >= LOG_PAGE) return setReloads((times) => times + 1)
    setShown((now) => now && { ...now, entries: [...data.entries, ...now.entries] })
  })
  useEffect(() => {
    if (!follow) return undefined
    const timer = setInterval(() => void pollNewLines().catch(() => undefined), POLL_MS)
    return () => clearInterval(timer)
  }, [follow])

  return { shown, error, more: loadOlder, again: () => setReloads((times) => times + 1) }
}
