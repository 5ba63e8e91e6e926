import type { Kysely } from 'kysely'
import type { Authority } from '#shared/domain/permissions.ts'
import type { Database } from '../db/schema.ts'
import type { Clock, ServerDeps } from '../deps.ts'

/** The account behind a session. */
export interface Signed {
  accountId: number
  username: string
  /** Name of the role. */
  role: string
  /** Of the super administrators' role without the map: ask isSuper before it is looked into. */
  authority: Authority
  /** Names the group, its last change of grants, and what has to be done first (GRANTS_HEADER). */
  grants: string
  /** Stored hash of the session's token; signing out removes it. */
  sessionHash: string
  /** Its password was given by an administrator or is too old: nothing but changing it is answered. */
  mustChangePassword: boolean
  /** Its group demands a second factor that it lacks: nothing but setting one up is answered. */
  mustSetUpFactor: boolean
  /** Began with a one-time token: its user may know no password. */
  byToken: boolean
  /** It has to be changed for its age alone. */
  passwordExpired?: boolean
  /** Another program calls with it; `authority` is what it has of its owner's rights. */
  apiToken?: { id: number; name: string; scopes: readonly string[] }
}

/** What a handler gets with each call. */
export interface CallContext {
  /** Effect `write`: a transaction that commits when the handler returns and rolls back when it throws. */
  db: Kysely<Database>
  /** null only for operations whose access is `open`. */
  who: Signed | null
  /** `who`, or an AppError `unauthorized`. */
  signed(): Signed
  /** @throws AppError `forbidden` unless the caller may work in the site */
  requireSite(siteId: number): void
  /** Runs once the transaction has committed; never when it rolled back. Errors are logged only. */
  afterCommit(run: () => void | Promise<void>): void
  /**
   * Takes back what was done on the disk: runs, the last one first, when the transaction in which it is called does not commit;
   * called outside of one, when the call fails.
   */
  onRollback(undo: () => Promise<void>): void
  clock: Clock
  deps: ServerDeps
  ip: string
  /** Base of this server's addresses as the caller reaches it, with a closing slash. */
  baseUrl: string
  userAgent: string
  /** The caller's own random name for its installation (DEVICE_HEADER); '' when it sends none. */
  deviceId: string
  /** The caller's own name for this call, to ask how far it is (sheet.progress); '' when nobody will ask. */
  watch: string
  /** Aborted when the client hangs up. */
  signal: AbortSignal
}
