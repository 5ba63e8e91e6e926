import type { ServerDeps } from '#server/deps.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { findDueReceipts, type DueReceipt, updateCounts, saveReceipt, type Receipt } from '../outgoing/index.ts'
import { type OpenSms, openSms } from './access.ts'

/** Parallel queries; Tencent allows 20 per second. */
const MAX_PARALLEL_QUERIES = 2

/**
 * Polls the providers for delivery receipts; unlike callbacks this needs no public address. Pending receipts are polled
 * again with growing intervals, for three days.
 */
export const receiptWork: JobWork = async (deps, job) => {
  const { db, clock } = deps
  const now = (): number => clock.now().getTime()
  let queriedCount = 0
  for (;;) {
    const rows = await findDueReceipts(db, now())
    if (rows.length === 0) break
    const channels = await openChannels(deps, rows)
    const remaining = rows.values()
    const queryNext = async (): Promise<void> => {
      for (const row of remaining) {
        await saveReceipt(db, row, await queryReceipt(deps, channels.get(row.channelId), row), now())
        queriedCount += 1
        await job.report(50, `已查询 ${queriedCount} 条`)
      }
    }
    await Promise.all(Array.from({ length: MAX_PARALLEL_QUERIES }, queryNext))
    await updateCounts(db, rows)
  }
  await job.finish(async () => queriedCount)
}

/** Opens the channels of the rows; null for a channel with missing settings. */
async function openChannels(
  deps: ServerDeps,
  rows: readonly DueReceipt[],
): Promise<ReadonlyMap<number, OpenSms | null>> {
  const ids = [...new Set(rows.map(({ channelId }) => channelId))]
  const channels = await deps.db.selectFrom('sms_channel').selectAll().where('id', 'in', ids).execute()
  const opened = new Map<number, OpenSms | null>()
  for (const row of channels) {
    const channel = await openSms(deps, row)
    opened.set(row.id, typeof channel === 'string' ? null : channel)
  }
  return opened
}

async function queryReceipt(
  { log }: ServerDeps,
  channel: OpenSms | null | undefined,
  { address, receiptId, tryTime, id }: DueReceipt,
): Promise<Receipt> {
  // A deleted channel (undefined) can never be queried again.
  if (!channel) return { state: channel === null ? 'later' : 'never' }
  const answer = await channel.receipt({ phone: address, receiptId, sentTime: new Date(tryTime) })
  if (answer.is === 'unknown') log.warn({ recipient: id, reason: answer.message }, 'a receipt could not be asked for')
  if (answer.is === 'undelivered') return { state: 'undelivered', message: `未送达：${answer.message}` }
  return { state: answer.is === 'delivered' ? 'delivered' : 'later' }
}
