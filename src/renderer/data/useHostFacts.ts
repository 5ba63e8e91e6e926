import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { resync } from './loopbackEvents.ts'
import { notify } from './notices.ts'
import { setSession } from './session.ts'
import { useHostEvent } from './useHostEvent.ts'
import { readKey } from './useRead.ts'

/**
 * Keeps the cached session and settings up to date from the host's events, and shows its notices. Used once, in the
 * app.
 */
export function useHostFacts(): void {
  const client = useQueryClient()
  useHostEvent('session.changed', (session) => setSession(client, session))
  useHostEvent('settings.changed', (settings) => client.setQueryData(readKey('settings.get', {}), settings))
  useHostEvent('notice', ({ level, text }) => notify(level, text))
  useEffect(() => resync.on(() => void client.invalidateQueries()), [client])
}
