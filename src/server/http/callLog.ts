import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { RecordChange } from '#shared/contract/log.ts'
import type { ApiName } from '#shared/contract/registry.ts'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import type { CallContext, Signed } from './context.ts'

/** What became of the records that a call changed. */
export interface Watched {
  changes: RecordChange[]
  /** Of the first record; 0 when it has none. */
  siteId: number
}

/**
 * Writes the log line of a successful call in the call's transaction, so that both commit or neither. `asked` replaces
 * the input when that is known only later; `watched` is what became of the records.
 */
export type NoteSuccess = (
  db: Kysely<Database>,
  result: unknown,
  known?: { asked?: unknown; watched?: Watched },
) => Promise<void>

/** What the binder needs of the operation log; app.ts hands it over. */
export interface CallLog {
  /**
   * Runs a changing call and writes its line to the operation log (C·§3), also when it fails. `run` calls its argument
   * when the work is done. Calls that carry secrets are not logged.
   */
  logged<T>(
    name: ApiName,
    ctx: CallContext,
    request: FastifyRequest,
    input: unknown,
    run: (note: NoteSuccess) => Promise<T>,
  ): Promise<T>
  /** Logs a call that was refused before its input was read. Only AppError `forbidden` is logged. */
  logRefusal(
    name: ApiName,
    who: Pick<Signed, 'accountId' | 'username' | 'apiToken'>,
    request: FastifyRequest,
    deps: ServerDeps,
    thrown: unknown,
  ): Promise<void>
  /** Looks at the records before the call; what it answers looks again and compares. */
  watch(
    name: ApiName,
    ctx: CallContext,
    input: unknown,
  ): Promise<(after: CallContext, result: unknown) => Promise<Watched>>
}
