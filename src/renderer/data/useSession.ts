import type { SessionStatus } from '#shared/contract/host.ts'
import { useRead } from './useRead.ts'

/** Who is signed in where. Inside the shell there always is a session; elsewhere the state says. */
export function useSession(): SessionStatus | undefined {
  return useRead('session.status', {}, { quiet: true }).data
}
