import { perServer } from '#server/hints.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { toAppError } from '#server/http/response.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { endReservation, reserveRecipients } from './reservation.ts'
import { RecipientQueue } from './recipientQueue.ts'
import { findDueMessages, markInterrupted, saveCounts } from './queue.ts'
import { ChannelRefusal, type OpenChannel, type OutgoingRow, senders } from './sender.ts'

/** Cached channels are reopened after this time, so that changed account settings take effect, ms. */
const MAX_CHANNEL_AGE_MS = 60_000

interface CachedChannel {
  messageId: number
  channel: OpenChannel
  until: number
}

/**
 * The channels a job has opened, cached between two turns of a message and reused for the next message of the channel.
 * Reconnecting takes as long as sending a hundred messages, and mail servers limit connections.
 */
class ChannelCache {
  readonly #cached = new Map<string, CachedChannel>()
  #isClosed = false

  /**
   * Returns the cached channel of the message. Otherwise opens a new channel, which may reuse the connections of the
   * channel cached for another message.
   */
  async take(
    message: OutgoingRow,
    open: (former: OpenChannel | undefined) => Promise<OpenChannel>,
  ): Promise<Omit<CachedChannel, 'messageId'>> {
    const key = toChannelKey(message)
    const kept = this.#cached.get(key)
    this.#cached.delete(key)
    if (kept?.messageId === message.id && performance.now() < kept.until) return kept
    try {
      return { channel: await open(kept?.channel), until: performance.now() + MAX_CHANNEL_AGE_MS }
    } finally {
      kept?.channel.close()
    }
  }

  keep(message: OutgoingRow, opened: Omit<CachedChannel, 'messageId'>): void {
    // The turn outlasted the job, which an error of another channel has ended.
    if (this.#isClosed) opened.channel.close()
    else this.#cached.set(toChannelKey(message), { messageId: message.id, ...opened })
  }

  close(): void {
    this.#isClosed = true
    for (const { channel } of this.#cached.values()) channel.close()
    this.#cached.clear()
  }
}

const toChannelKey = ({ kind, channelId }: OutgoingRow): string => `${kind} ${channelId}`

/** Recipients per turn; after a turn another message of the same channel is sent. */
const MAX_TURN_RECIPIENTS = 500
const MINUTE_MS = 60_000
/** Interval at which totals are saved while sending, ms. */
const COUNT_INTERVAL_MS = 1000
/** Delay when a channel has used its limit per minute, or another process sends the rest, ms. */
const RECHECK_MS = 2000
/** Retry delays for an unreachable channel, ms; after the last one the message is paused. */
const CHANNEL_RETRY_DELAYS_MS = [30_000, 120_000, 600_000, 1_800_000, 3_600_000]

/** When each channel sent messages during the last minute. */
const sentTimes = perServer(() => new Map<string, number[]>())

/** Sends all due messages, channels in parallel. A later job handles messages that have to wait. */
export const sendWork: JobWork = async (deps, job) => {
  await markInterrupted(deps.db, deps.clock.now().getTime())
  const stopping = new AbortController()
  let count = 0
  const report = async (): Promise<void> => {
    count += 1
    if (!stopping.signal.aborted)
      await job.report(50, `已发送 ${count} 条`).catch((error: unknown) => stopping.abort(error))
  }
  const kept = new ChannelCache()
  try {
    for (;;) {
      const due = await findDueMessages(deps.db, deps.clock.now().getTime())
      if (due.length === 0) break
      const channels = Map.groupBy(due, ({ kind, channelId }) => `${kind} ${channelId}`)
      await Promise.all(
        [...channels.values()].map(async (messages) => {
          for (const message of messages)
            if (!stopping.signal.aborted) await sendNextTurn(deps, message, { report, stopping: stopping.signal, kept })
        }),
      )
      stopping.signal.throwIfAborted()
    }
  } finally {
    kept.close()
  }
  await job.finish(async () => count)
}

interface SendContext {
  report: () => Promise<void>
  stopping: AbortSignal
  kept: ChannelCache
}

async function sendNextTurn(
  deps: ServerDeps,
  message: OutgoingRow,
  { report, stopping, kept }: SendContext,
): Promise<void> {
  const { db, clock } = deps
  const now = () => clock.now().getTime()
  const set = (values: Partial<OutgoingRow>) =>
    db
      .updateTable('outgoing')
      .set(values)
      .where('id', '=', message.id)
      .where('state', 'in', ['waiting', 'sending'])
      .execute()
  await set({ state: 'sending' })
  const sender = senders[message.kind].get()
  let opened: Awaited<ReturnType<ChannelCache['take']>>
  let budget: Budget
  try {
    budget = new Budget(deps, message, await sender.perMinute(deps, message))
    if (budget.left === 0) return void (await set({ nextTime: now() + RECHECK_MS }))
    opened = await kept.take(message, (former) => sender.open(deps, message, former))
  } catch (thrown) {
    const { text, hold } = describeFailure(deps, thrown, message)
    const pause = CHANNEL_RETRY_DELAYS_MS[message.failures]
    if (hold || pause === undefined) await set({ state: 'paused', reason: text, failures: 0 })
    else await set({ reason: text, failures: message.failures + 1, nextTime: now() + pause })
    return
  }
  const { channel } = opened
  const maxRecipientId = await reserveRecipients(db, message.id, budget.left, now())
  let pauseReason = ''
  /** Why the last recipient to be retried could not be reached. */
  let retryReason = ''
  let countedAt = performance.now()
  const count = async (): Promise<void> => {
    if (performance.now() - countedAt < COUNT_INTERVAL_MS) return
    countedAt = performance.now()
    await saveCounts(db, message.id)
  }
  const canSend = (): boolean => !pauseReason && !stopping.aborted && budget.tryConsume(now())
  const queue = new RecipientQueue(db, { outgoingId: message.id, last: maxRecipientId, now, mayTake: canSend })
  const lane = async (index: number): Promise<void> => {
    let recipient = await queue.next()
    while (recipient) {
      const outcome = await channel.send(recipient, index)
      if (outcome.is === 'hold') pauseReason = outcome.message
      if (outcome.is === 'later') retryReason = outcome.message
      recipient = await queue.next({ recipient, outcome })
      await count()
      await report()
    }
  }
  let isReusable = false
  try {
    await Promise.all(Array.from({ length: channel.parallelSends }, (_, index) => lane(index)))
    await endReservation(db, message.id)
    const { open, nextTime } = await saveCounts(db, message.id)
    if (pauseReason) await set({ state: 'paused', reason: pauseReason, failures: 0 })
    else if (open === 0) await set({ state: 'done', reason: '', failures: 0, endTime: now() })
    else {
      // The rest waits for its next attempt, for the next minute of the channel, or belongs to another process.
      const soonest = budget.left === 0 ? now() : now() + RECHECK_MS
      const waits = nextTime > now()
      await set({
        // The list shows that nothing is sent until then, and why.
        ...(waits && { state: 'waiting' as const }),
        reason: waits && retryReason !== '' ? `${retryReason}，${formatDateTime(nextTime)} 再试` : '',
        failures: 0,
        nextTime: waits ? nextTime : soonest,
      })
    }
    isReusable = !pauseReason
  } finally {
    if (isReusable) kept.keep(message, opened)
    else channel.close()
  }
}

function describeFailure(deps: ServerDeps, thrown: unknown, { id }: OutgoingRow): { text: string; hold: boolean } {
  if (thrown instanceof ChannelRefusal) return { text: thrown.message, hold: thrown.hold }
  deps.log.error({ err: thrown, outgoing: id }, 'a message could not be sent')
  return { text: toAppError(thrown).message, hold: true }
}

/** Limits a turn: by its number of recipients and by the channel's messages per minute. */
class Budget {
  #left: number
  readonly #times: number[]

  constructor(deps: ServerDeps, { kind, channelId }: OutgoingRow, perMinute: number) {
    const all = sentTimes(deps)
    const key = `${kind} ${channelId}`
    const since = deps.clock.now().getTime() - MINUTE_MS
    this.#times = (all.get(key) ?? []).filter((time) => time > since)
    all.set(key, this.#times)
    this.#left = Math.max(0, Math.min(MAX_TURN_RECIPIENTS, perMinute - this.#times.length))
  }

  get left(): number {
    return this.#left
  }

  tryConsume(now: number): boolean {
    if (this.#left === 0) return false
    this.#left -= 1
    this.#times.push(now)
    return true
  }
}
