import type { Kysely } from 'kysely'
import type { Authority } from '#shared/domain/permissions.ts'
import type { Database } from '../db/schema.ts'
import type { Clock, ServerDeps } from '../deps.ts'

/** The account behind a session. */
export interface SignedInAccount {
  accountId: number
  username: string
  /** Name of the role. */
  role: string
  /** Rights of the role. Super administrators have no map of rights: check `isSuper` first. */
  authority: Authority
  /** Digest of the group, its last change of grants and pending duties, sent as GRANTS_HEADER. */
  grants: string
  /** Stored hash of the session's token; signing out removes it. */
  sessionHash: string
  /** The password was set by an administrator or has expired: only calls to change it are allowed. */
  mustChangePassword: boolean
  /** The group requires a second factor that the account lacks: only calls to set one up are allowed. */
  mustSetUpFactor: boolean
  /** The session began with a one-time token, so its user may not know the password. */
  byToken: boolean
  /** The password must be changed only because it has expired. */
  passwordExpired?: boolean
  /**
   * Set when another program calls with an API token; `authority` then has only the token's part of the owner's rights.
   */
  apiToken?: { id: number; name: string; scopes: readonly string[] }
}

/** The context of one call, for its handler. */
export interface CallContext {
  /** Effect `write`: a transaction that commits when the handler returns and rolls back when it throws. */
  db: Kysely<Database>
  /** null only for operations whose access is `open`. */
  who: SignedInAccount | null
  /** `who`, or an AppError `unauthorized`. */
  requireSignedIn(): SignedInAccount
  /** @throws AppError `forbidden` unless the caller may work in the site */
  requireSite(siteId: number): void
  /** Runs the step after the transaction has committed, never after a rollback. Errors are only logged. */
  afterCommit(run: () => void | Promise<void>): void
  /**
   * Registers a step that undoes changes on disk. The steps run, the last one first, when the current transaction does
   * not commit; without a transaction, when the call fails.
   */
  onRollback(undo: () => Promise<void>): void
  clock: Clock
  deps: ServerDeps
  ip: string
  /** Base of this server's addresses as the caller reaches it, with a closing slash. */
  baseUrl: string
  userAgent: string
  /** Random id of the caller's installation (DEVICE_HEADER); '' when not sent. */
  deviceId: string
  /** The caller's id for this call, with which it polls the progress (sheet.progress); '' when it does not poll. */
  progressId: string
  /** Aborted when the client hangs up. */
  signal: AbortSignal
}
