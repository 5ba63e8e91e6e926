import type { SheetProgress } from '#shared/contract/sheet.ts'
import { perServer } from '../hints.ts'
import type { CallContext } from '../http/context.ts'

/** The progress of running exports whose callers poll it, by account and the caller's id of the call. */
const running = perServer(() => new Map<string, SheetProgress>())

const keyOf = ({ accountId }: { accountId: number }, watch: string): string => `${accountId} ${watch}`

/** The progress of the caller's export; null: no such export runs in this process. */
export const findProgress = (ctx: CallContext, watch: string): SheetProgress | null =>
  running(ctx.deps).get(keyOf(ctx.requireSignedIn(), watch)) ?? null

/** Counts the rows that pass, if the caller polls the progress (`ctx.progressId`). */
export async function* countRows<R>(
  ctx: CallContext,
  rows: AsyncIterable<R> | Iterable<R>,
  total: () => Promise<number>,
): AsyncGenerator<R> {
  if (ctx.progressId === '') {
    yield* rows
    return
  }
  const key = keyOf(ctx.requireSignedIn(), ctx.progressId)
  const all = running(ctx.deps)
  const progress = { written: 0, total: await total() }
  all.set(key, progress)
  try {
    for await (const row of rows) {
      yield row
      progress.written += 1
    }
  } finally {
    all.delete(key)
  }
}
