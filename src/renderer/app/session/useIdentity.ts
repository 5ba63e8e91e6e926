import { useState } from 'react'
import type { SessionStatus } from '#shared/contract/host.ts'

/**
 * Whose pages are kept: connection and account, null for nobody. It outlives an expired session, so that signing in
 * again goes on where one was.
 */
export function useIdentity({ state, connection, username }: SessionStatus): string | null {
  const [identity, setIdentity] = useState<string | null>(null)
  const signedIn = state === 'signed-in' ? `${connection?.id ?? ''} ${username}` : null
  const next = state === 'expired' ? identity : signedIn
  if (next !== identity) setIdentity(next)
  return next
}
