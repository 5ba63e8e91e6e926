import type { Staging } from '../storage/templates/tree.ts'
import type { CallContext } from './context.ts'

/** Discards the rest of a call's staged files when the call ends, after a commit or a failure. */
export function discardAfterCall(ctx: CallContext, staging: Staging): Staging {
  ctx.onRollback(staging.discard)
  ctx.afterCommit(staging.discard)
  return staging
}
