import { perServer, RecentKeys, SharedByRequests } from '#server/hints.ts'
import type { CallContext } from '#server/http/context.ts'
import { AppError } from '#shared/errors/index.ts'
import { usesOf } from '../usage/index.ts'
import { byAttempt } from './storeUpload.ts'

/** Takes what registered itself out of the library again, unless something shows it already. */
export async function takeBack(ctx: CallContext, attempt: string): Promise<void> {
  const row = attempt === '' ? undefined : await byAttempt(ctx, attempt)
  if (!row || (await usesOf(ctx.deps, ctx.db, [row.id])).length > 0) return
  await ctx.db.deleteFrom('attachment').where('id', '=', row.id).execute()
}

/** A request that brings an upload which registers itself. */
export interface InFlight {
  /** @throws AppError `cancelled` when its client has given it up */
  requireWanted(): void
  /** Must be called, however it ended; again does nothing. */
  leave(): void
}

/** No request is read so much later than one that was sent after it. */
const GIVEN_UP_MS = 60_000
const MAX_GIVEN_UP = 1000

const hints = perServer(() => ({
  onTheirWay: new SharedByRequests<string, Set<{ cancel(): void; left: Promise<void> }>>(() => new Set()),
  /** The cancelling may be read before the upload that it is about. */
  givenUp: new RecentKeys<string>(GIVEN_UP_MS, MAX_GIVEN_UP),
}))

const nameOf = (ctx: CallContext, attempt: string): string => `${ctx.signed().accountId}/${attempt}`

/** Notes a request that brings a whole file. @param cancel ends it */
export function setInFlight(ctx: CallContext, attempt: string, cancel: () => void): InFlight {
  if (attempt === '') return { requireWanted: () => undefined, leave: () => undefined }
  const name = nameOf(ctx, attempt)
  const { onTheirWay, givenUp } = hints(ctx.deps)
  const { state: all, leave } = onTheirWay.join(name)
  const { promise: left, resolve } = Promise.withResolvers<void>()
  const entry = { cancel, left }
  all.add(entry)
  return {
    requireWanted() {
      if (givenUp.was(name, ctx.clock.now())) throw new AppError('cancelled', '上传已取消，没有保存')
    },
    leave() {
      all.delete(entry)
      leave()
      resolve()
    },
  }
}

/** Refuses what may still come of an upload in one piece, and waits for what is on its way. */
export async function cancelAttempt(ctx: CallContext, attempt: string): Promise<void> {
  if (attempt === '') return
  const name = nameOf(ctx, attempt)
  const { onTheirWay, givenUp } = hints(ctx.deps)
  givenUp.say(name, ctx.clock.now())
  const requests = [...(onTheirWay.peek(name) ?? [])]
  for (const request of requests) request.cancel()
  await Promise.all(requests.map(({ left }) => left))
}
