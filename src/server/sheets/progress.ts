import type { SheetProgress } from '#shared/contract/sheet.ts'
import { perServer } from '../hints.ts'
import type { CallContext } from '../http/context.ts'

/** The running exports of a server that somebody watches, by account and the caller's own name for the call. */
const running = perServer(() => new Map<string, SheetProgress>())

const keyOf = ({ accountId }: { accountId: number }, watch: string): string => `${accountId} ${watch}`

/** How far the caller's own export of that name is; null when none runs here. */
export const progressOf = (ctx: CallContext, watch: string): SheetProgress | null =>
  running(ctx.deps).get(keyOf(ctx.signed(), watch)) ?? null

/** Counts the rows as they are taken, while the caller watches the call (`ctx.watch`); else they pass as they are. */
export async function* counted<R>(
  ctx: CallContext,
  rows: AsyncIterable<R> | Iterable<R>,
  total: () => Promise<number>,
): AsyncGenerator<R> {
  if (ctx.watch === '') {
    yield* rows
    return
  }
  const key = keyOf(ctx.signed(), ctx.watch)
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
