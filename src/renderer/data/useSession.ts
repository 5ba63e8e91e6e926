import type { SessionStatus } from '#shared/contract/host.ts'
import { useRead } from './useRead.ts'

/** The session's status; undefined only before it has been read. Inside the shell there always is one. */
export function useSession(): SessionStatus | undefined {
  return useRead('session.status', {}, { quiet: true }).data
}
