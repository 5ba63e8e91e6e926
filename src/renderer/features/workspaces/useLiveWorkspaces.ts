import { useEffect, useRef } from 'react'
import type { OperationName } from '#shared/contract/registry.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'

/** Shortest interval between refreshes of a busy workspace. */
const MIN_INTERVAL_MS = 300

/** Refreshes reads about workspaces after events of the host. */
export function useLiveWorkspaces(...names: OperationName[]): void {
  const refresh = useRefresh()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useHostEvent('workspace.changed', () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      refresh(...names)
    }, MIN_INTERVAL_MS)
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
