import { useQueryClient } from '@tanstack/react-query'
import { notify } from './notices.ts'
import { isLocal } from './queryClient.ts'
import { useHostEvent } from './useHostEvent.ts'
import { readKey } from './useRead.ts'

/** Keeps session and settings as the host tells them, and shows its notices. Stands once in the app. */
export function useHostFacts(): void {
  const client = useQueryClient()
  useHostEvent('session.changed', (session) => client.setQueryData(readKey('session.status', {}), session))
  useHostEvent('settings.changed', (settings) => client.setQueryData(readKey('settings.get', {}), settings))
  useHostEvent('notice', ({ level, text }) => notify(level, text))
}

/** A function that drops every answer of the server: the next account must not see what the last one loaded. */
export function useForgetAnswers(): () => void {
  const client = useQueryClient()
  return () => client.removeQueries({ predicate: (query) => !isLocal(query.queryKey) })
}
