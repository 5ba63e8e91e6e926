import { type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '#shared/contract/registry.ts'
import type { AppError } from '#shared/errors/index.ts'
import type { Answer } from './client.ts'
import { setSession } from './session.ts'
import { useWrite, type WriteOptions } from './useWrite.ts'

/** The operations that return a new session. */
type SessionAction =
  | 'connections.use'
  | 'session.signIn'
  | 'session.autoLogin'
  | 'session.signOut'
  | 'session.changePassword'
  | 'session.refresh'
  | 'session.setCurrentSite'

/** Runs an operation that changes the session. The cached session is updated before `onSuccess` runs. */
export function useSessionAction<N extends SessionAction>(
  name: N,
  options: WriteOptions<N> = {},
): UseMutationResult<Answer<OutputOf<N>>, AppError, InputOf<N>> {
  const client = useQueryClient()
  return useWrite(name, {
    ...options,
    onSuccess: (answer, input) => {
      setSession(client, answer.data)
      options.onSuccess?.(answer, input)
    },
  })
}
