import type { QueryClient } from '@tanstack/react-query'
import type { SessionStatus } from '#shared/contract/host.ts'
import { isLocal } from './queryClient.ts'
import { readKey } from './useRead.ts'

const KEY = readKey('session.status', {})
/** A key of connection and account, for data that belongs to both. */
export const accountOf = ({ connection, username }: SessionStatus): string => `${connection?.id ?? ''} ${username}`

/**
 * Stores a new session. When the account changes, all cached answers are dropped. An expired session keeps its
 * account's name for signing in again, because the host forgets it.
 */
export function setSession(client: QueryClient, next: SessionStatus): void {
  const before = client.getQueryData<SessionStatus>(KEY)
  if (before && next.state === 'expired') {
    client.setQueryData(KEY, { ...next, username: next.username || before.username })
    return
  }
  if (before && accountOf(before) !== accountOf(next)) {
    client.removeQueries({ predicate: (query) => !isLocal(query.queryKey) })
  }
  client.setQueryData(KEY, next)
  // Lists, trees and dialogs that were loaded under other grants may show too much or too little.
  if (before && before.state === next.state && accountOf(before) === accountOf(next) && !sameGrants(before, next)) {
    void client.invalidateQueries({ predicate: (query) => !isLocal(query.queryKey) })
  }
}

const sameGrants = (a: SessionStatus, b: SessionStatus): boolean =>
  a.groupId === b.groupId && JSON.stringify(a.siteItemDTOList) === JSON.stringify(b.siteItemDTOList)
