import { perServer, RecentKeys, SharedRequestState } from '#server/hints.ts'
import type { CallContext } from '#server/http/context.ts'
import { AppError } from '#shared/errors/index.ts'
import { findUses } from '../usage/index.ts'
import { findByAttempt } from './storeUpload.ts'

/** Removes what an attempt has registered in the library, unless it is used already. */
export async function unregisterAttempt(ctx: CallContext, attempt: string): Promise<void> {
  const row = attempt === '' ? undefined : await findByAttempt(ctx, attempt)
  if (!row || (await findUses(ctx.deps, ctx.db, [row.id])).length > 0) return
  await ctx.db.deleteFrom('attachment').where('id', '=', row.id).execute()
}

/** A running request of a self-registering upload. */
export interface InFlight {
  /** @throws AppError `cancelled` when the client has cancelled the upload */
  requireWanted(): void
  /** Must be called whatever the result; further calls have no effect. */
  leave(): void
}

/** A request arrives at most this long after a later one, ms. */
const CANCEL_MEMORY_MS = 60_000
const MAX_CANCELLED = 1000

const inFlightState = perServer(() => ({
  runningRequests: new SharedRequestState<string, Set<{ cancel(): void; left: Promise<void> }>>(() => new Set()),
  /** Cancelled attempts, because the cancellation may arrive before its upload. */
  cancelledAttempts: new RecentKeys<string>(CANCEL_MEMORY_MS, MAX_CANCELLED),
}))

const toAttemptKey = (ctx: CallContext, attempt: string): string => `${ctx.requireSignedIn().accountId}/${attempt}`

/** Registers a request that uploads a whole file. @param cancel ends the request */
export function registerInFlight(ctx: CallContext, attempt: string, cancel: () => void): InFlight {
  if (attempt === '') return { requireWanted: () => undefined, leave: () => undefined }
  const name = toAttemptKey(ctx, attempt)
  const { runningRequests, cancelledAttempts } = inFlightState(ctx.deps)
  const { state: all, leave } = runningRequests.join(name)
  const { promise: left, resolve } = Promise.withResolvers<void>()
  const entry = { cancel, left }
  all.add(entry)
  return {
    requireWanted() {
      if (cancelledAttempts.has(name, ctx.clock.now())) throw new AppError('cancelled', '上传已取消，未保存')
    },
    leave() {
      all.delete(entry)
      leave()
      resolve()
    },
  }
}

/** Refuses further requests of an upload and waits for running ones. */
export async function cancelAttempt(ctx: CallContext, attempt: string): Promise<void> {
  if (attempt === '') return
  const name = toAttemptKey(ctx, attempt)
  const { runningRequests, cancelledAttempts } = inFlightState(ctx.deps)
  cancelledAttempts.add(name, ctx.clock.now())
  const requests = [...(runningRequests.peek(name) ?? [])]
  for (const request of requests) request.cancel()
  await Promise.all(requests.map(({ left }) => left))
}
