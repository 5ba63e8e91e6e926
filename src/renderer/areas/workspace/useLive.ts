import { useEffect, useRef } from 'react'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'

/** How often a busy workspace is drawn anew, ms. */
const EVERY_MS = 300

/** Keeps what is shown of workspaces in step with the host, at most every 300 ms. */
export function useLive(): void {
  const refresh = useRefresh()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useHostEvent('workspace.changed', () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      refresh('workspaces.list', 'workspaces.detail', 'workspaces.conflict', 'workspaces.trash', 'workspaces.halt')
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
