import { type Authority, canUseSite } from '#shared/domain/permissions.ts'
import type { Kysely } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import type { CallContext } from './context.ts'

/** The account for which a job works. */
export interface JobOwner {
  accountId: number
  username: string
  authority: Authority
}

/**
 * Creates a call context for the work of a job in its own transaction, with the rights of the job's owner. The caller
 * invokes `committed` after the commit, which runs the steps of `afterCommit`.
 */
export function createWorkContext(
  deps: ServerDeps,
  db: Kysely<Database>,
  { accountId, username, authority }: JobOwner,
): { ctx: CallContext; committed: () => Promise<void> } {
  const later: (() => void | Promise<void>)[] = []
  const who = {
    accountId,
    username,
    role: '',
    authority,
    grants: '',
    sessionHash: '',
    mustChangePassword: false,
    mustSetUpFactor: false,
    byToken: false,
  }
  const ctx: CallContext = {
    db,
    who,
    requireSignedIn: () => who,
    requireSite(siteId) {
      if (!canUseSite(authority, siteId)) throw new AppError('forbidden', '没有该站点的权限')
    },
    afterCommit: (run) => void later.push(run),
    // Such work changes nothing on disk.
    onRollback: () => undefined,
    clock: deps.clock,
    deps,
    ip: '',
    baseUrl: deps.publicUrl ?? '',
    userAgent: '',
    deviceId: '',
    progressId: '',
    signal: new AbortController().signal,
  }
  return {
    ctx,
    async committed() {
      for (const step of later.splice(0))
        try {
          await step()
        } catch (err) {
          deps.log.error({ err }, 'work after a commit failed')
        }
    },
  }
}
