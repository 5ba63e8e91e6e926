import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { RecordChange } from '#shared/contract/log.ts'
import type { ApiName } from '#shared/contract/registry.ts'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import type { CallContext, SignedInAccount } from './context.ts'

/** The differences between the records before and after a call. */
export interface RecordedChanges {
  changes: RecordChange[]
  /** Site of the first record; 0: none. */
  siteId: number
}

/**
 * Writes the log line of a successful call in the call's transaction, so that both commit or neither. `asked` is the
 * input, when it is known only later; `watched` holds the changes of the records.
 */
export type NoteSuccess = (
  db: Kysely<Database>,
  result: unknown,
  known?: { asked?: unknown; watched?: RecordedChanges },
) => Promise<void>

/** The operation log as the binder uses it; app.ts supplies the implementation. */
export interface CallLog {
  /**
   * Runs a writing call and writes its line to the operation log (C·§3), also when it fails. `run` calls its argument
   * when the work is done. Calls whose input contains secrets are not logged.
   */
  runLogged<T>(
    name: ApiName,
    ctx: CallContext,
    request: FastifyRequest,
    input: unknown,
    run: (note: NoteSuccess) => Promise<T>,
  ): Promise<T>
  /** Logs a call that was refused before its input was read. Only AppError `forbidden` is logged. */
  logRefusal(
    name: ApiName,
    who: Pick<SignedInAccount, 'accountId' | 'username' | 'apiToken'>,
    request: FastifyRequest,
    deps: ServerDeps,
    thrown: unknown,
  ): Promise<void>
  /** Reads the records before the call; the returned function reads them again and compares. */
  recordBefore(
    name: ApiName,
    ctx: CallContext,
    input: unknown,
  ): Promise<(after: CallContext, result: unknown) => Promise<RecordedChanges>>
}
