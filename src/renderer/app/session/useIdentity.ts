import { useEffect, useEffectEvent, useState } from 'react'
import type { SessionStatus } from '#shared/contract/host.ts'

/**
 * Whose pages are kept: connection and account. It outlives an expired session, so that signing in again goes on where
 * one was, and is null while somebody else's answers are being dropped.
 * @param forget drops what was loaded for the account before.
 */
export function useIdentity(session: SessionStatus, forget: () => void): string | null {
  const [identity, setIdentity] = useState(() => nameOf(session))
  const [ready, setReady] = useState(identity)
  const next = session.state === 'expired' ? identity : nameOf(session)
  if (next !== identity) setIdentity(next)

  const change = useEffectEvent(() => {
    if (ready === identity) return
    forget()
    setReady(identity)
  })
  useEffect(() => change(), [identity])
  return ready === next ? ready : null
}

const nameOf = ({ state, connection, username }: SessionStatus): string | null =>
  state === 'signed-in' ? `${connection?.id ?? ''} ${username}` : null
