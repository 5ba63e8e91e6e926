import { useState } from 'react'
import type { SessionStatus } from '#shared/contract/host.ts'
import { useRead } from '#renderer/data/useRead.ts'

/** So long a window that asks for nothing else may show a menu that its account has lost, ms. */
const GRANT_WATCH_MS = 30_000

/**
 * Asks now and then, and when the window gets the focus, for the account's group: the answer, like every other one, tells
 * the host when the grants have changed, and the host brings the session up to date. A server that doesn't know the call is
 * asked once.
 */
export function useGrantWatch({ state, connection }: SessionStatus): void {
  const [unknownTo, setUnknownTo] = useState<string | null>(null)
  const server = connection?.id ?? ''
  const enabled = state === 'signed-in' && unknownTo !== server
  const { error } = useRead('role.current', {}, { quiet: true, onFocus: true, everyMs: GRANT_WATCH_MS, enabled })
  if (error && enabled && !error.retryable && error.code !== 'unauthorized') setUnknownTo(server)
}
