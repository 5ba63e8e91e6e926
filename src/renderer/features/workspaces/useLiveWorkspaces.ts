import { useEffect, useRef } from 'react'
import type { OperationName } from '#shared/contract/registry.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'

/** How often a busy workspace is drawn anew, ms. */
const EVERY_MS = 300

/** Keeps these answers about workspaces in step with the host, at most every 300 ms. */
export function useLiveWorkspaces(...names: OperationName[]): void {
  const refresh = useRefresh()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useHostEvent('workspace.changed', () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      refresh(...names)
    }, EVERY_MS)
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
