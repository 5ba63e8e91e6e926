import { type Kysely, sql } from 'kysely'
import type { FastifyReply } from 'fastify'
import type { Database } from '#server/db/schema.ts'
import { perServer } from '#server/hints.ts'
import type { CallContext } from '#server/http/context.ts'
import { budgetKey, FairBudget } from '#server/http/workBudget.ts'
import { MAX_DELIVERY_BYTES } from '#shared/contract/delivery.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatBytes } from '#shared/util/bytes.ts'

/** Smaller responses are not counted: they are frequent and short-lived. */
const SMALL_BYTES = 256 * 1024
/** A slower reader stops blocking others after this time. */
const MAX_HOLD_MS = 30_000

const MB = 1024 * 1024
/**
 * Bytes of content in responses to front ends. Each response is built in memory, so the budget keeps other calls
 * quick.
 */
const answerBudget = perServer(
  () => new FairBudget({ total: 32 * MB, perKey: 8 * MB, waiting: 200, waitingPerKey: 100 }),
)

/** Sums stored lengths; the databases do not read the texts for that. */
async function readSizeBytes(db: Kysely<Database>, ids: readonly number[], full: boolean): Promise<number> {
  const some = [...ids, 0]
  const { bytes } = await db
    .selectFrom('content')
    .select(sql<number | null>`sum(octet_length(fields))`.as('bytes'))
    .where('id', 'in', some)
    .executeTakeFirstOrThrow()
  if (!full) return bytes ?? 0
  const bodies = await db
    .selectFrom('content_body')
    .select(sql<number | null>`sum(octet_length(bodies))`.as('bytes'))
    .where('contentId', 'in', some)
    .executeTakeFirstOrThrow()
  return (bytes ?? 0) + (bodies.bytes ?? 0)
}

/**
 * Waits for free memory before the entries' texts are read; the memory is released when the response has been sent.
 * AppErrors: `too-large` when several entries exceed one response; `too-many`.
 */
export async function reserveMemory(
  ctx: CallContext,
  reply: FastifyReply,
  ids: readonly number[],
  full: boolean,
): Promise<void> {
  const bytes = await readSizeBytes(ctx.db, ids, full)
  if (ids.length > 1 && bytes > MAX_DELIVERY_BYTES)
    throw new AppError(
      'too-large',
      `当前页的内容共 ${formatBytes(bytes)}，一次最多 ${formatBytes(MAX_DELIVERY_BYTES)}，请减小每页条数（size），或去掉 full 后逐条读取`,
    )
  if (bytes <= SMALL_BYTES) return
  const release = await answerBudget(ctx.deps).acquire(budgetKey(ctx), bytes, ctx.signal)
  const timer = setTimeout(release, MAX_HOLD_MS).unref()
  const end = (): void => {
    clearTimeout(timer)
    release()
  }
  if (reply.raw.closed) end()
  else reply.raw.once('close', end)
}
