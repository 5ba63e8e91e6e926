import { focusManager, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { OperationName } from '#shared/contract/registry.ts'
import { isToastSuppressed } from './suppressedToasts.ts'
import { showError } from './errors.ts'

/** A·§9: a page that comes back within this time of its load is not refreshed; later it is. */
const FIRST_LOAD_GUARD_MS = 500

/** Data of this computer: the host publishes changes, and a sign-out keeps the data. */
const LOCAL_OPERATIONS: readonly OperationName[] = ['session.status', 'settings.get', 'app.info', 'connections.list']
export const isLocal = (key: readonly unknown[]): boolean => LOCAL_OPERATIONS.some((name) => name === key[0])

// Windows side by side are all visible, so the one that gets the focus counts as shown as well.
focusManager.setEventListener((onFocus) => {
  const focused = (): void => onFocus()
  const shown = (): void => onFocus(document.visibilityState !== 'hidden')
  window.addEventListener('focus', focused)
  document.addEventListener('visibilitychange', shown)
  return () => {
    window.removeEventListener('focus', focused)
    document.removeEventListener('visibilitychange', shown)
  }
})

/** The cache of all answers. A failed call shows a toast unless it is `quiet`. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => !query.meta?.quiet && showError(error) }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        if (mutation.meta?.quiet) return
        // Deferred: the caller of mutateAsync gets the error after this callback and may suppress the toast.
        setTimeout(() => !isToastSuppressed(error) && showError(error))
      },
    }),
    defaultOptions: {
      // The host decides about connectivity: 'always' keeps local calls going while the browser thinks it is offline.
      queries: { staleTime: FIRST_LOAD_GUARD_MS, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  // A refusal by another vendor's server also counts as an answer: the call is made once.
  client.setQueryDefaults(['system.capabilities'], { staleTime: Infinity, retryOnMount: false })
  for (const name of LOCAL_OPERATIONS) client.setQueryDefaults([name], { staleTime: Infinity })
  return client
}
