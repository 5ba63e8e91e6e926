import type { Staging } from '../storage/templates/tree.ts'
import type { CallContext } from './context.ts'

/** Files that a call has staged before its transaction; what is left of them goes with the call, however it ends. */
export function discardedAfter(ctx: CallContext, staging: Staging): Staging {
  ctx.onRollback(staging.discard)
  ctx.afterCommit(staging.discard)
  return staging
}
