import { perServer } from '#server/hints.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { asAppError } from '#server/http/answer.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { endAhead, goAhead } from './ahead.ts'
import { Marks } from './marks.ts'
import { dueMessages, markLost, saveCounts } from './queue.ts'
import { ChannelRefusal, type OpenChannel, type OutgoingRow, senders } from './sender.ts'

/** What was changed of an account counts after so long at the latest, ms. */
const KEPT_MS = 60_000

interface Kept {
  messageId: number
  channel: OpenChannel
  until: number
}

/**
 * What a job has opened of each channel: between two turns of one message, and for the connections that the next message goes
 * over. Connecting anew takes as long as a hundred messages, and mail servers count it.
 */
class OpenChannels {
  readonly #kept = new Map<string, Kept>()
  #isClosed = false

  /**
   * The one that was kept for the message, with how long it may be kept again; else a new one, which is given what was kept of the
   * channel for another message and takes of it what it can use.
   */
  async take(
    message: OutgoingRow,
    open: (former: OpenChannel | undefined) => Promise<OpenChannel>,
  ): Promise<Omit<Kept, 'messageId'>> {
    const key = keyOf(message)
    const kept = this.#kept.get(key)
    this.#kept.delete(key)
    if (kept?.messageId === message.id && performance.now() < kept.until) return kept
    try {
      return { channel: await open(kept?.channel), until: performance.now() + KEPT_MS }
    } finally {
      kept?.channel.close()
    }
  }

  keep(message: OutgoingRow, opened: Omit<Kept, 'messageId'>): void {
    // A channel whose turn outlasts the job, which another one's error has ended.
    if (this.#isClosed) opened.channel.close()
    else this.#kept.set(keyOf(message), { messageId: message.id, ...opened })
  }

  close(): void {
    this.#isClosed = true
    for (const { channel } of this.#kept.values()) channel.close()
    this.#kept.clear()
  }
}

const keyOf = ({ kind, channelId }: OutgoingRow): string => `${kind} ${channelId}`

/** Recipients of one message before another one of the same channel has its turn. */
const PART = 500
const MINUTE_MS = 60_000
/** Counts of a message that is being sent are kept so often, ms. */
const COUNT_MS = 1000
/** When a channel has had its number of a minute, or another process works on the rest, ms. */
const SOON_MS = 2000
/** Waits before a channel that could not be reached is tried again, ms; after the last one the message is held. */
const CHANNEL_PAUSES_MS = [30_000, 120_000, 600_000, 1_800_000, 3_600_000]

/** Times at which each channel sent something during the last minute. */
const sentTimes = perServer(() => new Map<string, number[]>())

/** Sends what is due, each channel for itself; what has to wait is done by a later job. */
export const sendWork: JobWork = async (deps, job) => {
  await markLost(deps.db, deps.clock.now().getTime())
  const stopping = new AbortController()
  let count = 0
  const report = async (): Promise<void> => {
    count += 1
    if (!stopping.signal.aborted)
      await job.report(50, `已发送 ${count} 条`).catch((error: unknown) => stopping.abort(error))
  }
  const kept = new OpenChannels()
  try {
    for (;;) {
      const due = await dueMessages(deps.db, deps.clock.now().getTime())
      if (due.length === 0) break
      const channels = Map.groupBy(due, ({ kind, channelId }) => `${kind} ${channelId}`)
      await Promise.all(
        [...channels.values()].map(async (messages) => {
          for (const message of messages)
            if (!stopping.signal.aborted) await sendPart(deps, message, { report, stopping: stopping.signal, kept })
        }),
      )
      stopping.signal.throwIfAborted()
    }
  } finally {
    kept.close()
  }
  await job.finish(async () => count)
}

interface Run {
  report: () => Promise<void>
  stopping: AbortSignal
  kept: OpenChannels
}

async function sendPart(deps: ServerDeps, message: OutgoingRow, { report, stopping, kept }: Run): Promise<void> {
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
  let opened: Awaited<ReturnType<OpenChannels['take']>>
  let budget: Budget
  try {
    budget = new Budget(deps, message, await sender.perMinute(deps, message))
    if (budget.left === 0) return void (await set({ nextTime: now() + SOON_MS }))
    opened = await kept.take(message, (former) => sender.open(deps, message, former))
  } catch (thrown) {
    const { text, hold } = whyNot(deps, thrown, message)
    const pause = CHANNEL_PAUSES_MS[message.failures]
    if (hold || pause === undefined) await set({ state: 'paused', reason: text, failures: 0 })
    else await set({ reason: text, failures: message.failures + 1, nextTime: now() + pause })
    return
  }
  const { channel } = opened
  const last = await goAhead(db, message.id, budget.left, now())
  let held = ''
  /** Why the last recipient that has to wait could not be reached. */
  let away = ''
  let countedAt = performance.now()
  const count = async (): Promise<void> => {
    if (performance.now() - countedAt < COUNT_MS) return
    countedAt = performance.now()
    await saveCounts(db, message.id)
  }
  const mayTake = (): boolean => !held && !stopping.aborted && budget.take(now())
  const marks = new Marks(db, { outgoingId: message.id, last, now, mayTake })
  const lane = async (index: number): Promise<void> => {
    let recipient = await marks.next()
    while (recipient) {
      const outcome = await channel.send(recipient, index)
      if (outcome.is === 'hold') held = outcome.message
      if (outcome.is === 'later') away = outcome.message
      recipient = await marks.next({ recipient, outcome })
      await count()
      await report()
    }
  }
  let staysOpen = false
  try {
    await Promise.all(Array.from({ length: channel.lanes }, (_, index) => lane(index)))
    await endAhead(db, message.id)
    const { open, nextTime } = await saveCounts(db, message.id)
    if (held) await set({ state: 'paused', reason: held, failures: 0 })
    else if (open === 0) await set({ state: 'done', reason: '', failures: 0, endTime: now() })
    else {
      // What is left waits for its next attempt, for the channel's next minute, or is another process's.
      const soonest = budget.left === 0 ? now() : now() + SOON_MS
      const waits = nextTime > now()
      await set({
        // Nothing is being sent until then, and the list says why.
        ...(waits && { state: 'waiting' as const }),
        reason: waits && away !== '' ? `${away}，${formatDateTime(nextTime)} 再试` : '',
        failures: 0,
        nextTime: waits ? nextTime : soonest,
      })
    }
    staysOpen = !held
  } finally {
    if (staysOpen) kept.keep(message, opened)
    else channel.close()
  }
}

function whyNot(deps: ServerDeps, thrown: unknown, { id }: OutgoingRow): { text: string; hold: boolean } {
  if (thrown instanceof ChannelRefusal) return { text: thrown.message, hold: thrown.hold }
  deps.log.error({ err: thrown, outgoing: id }, 'a message could not be sent')
  return { text: asAppError(thrown).message, hold: true }
}

/** What may still be sent in this turn: a part of the message, and of the channel's number of a minute. */
class Budget {
  #left: number
  readonly #times: number[]

  constructor(deps: ServerDeps, { kind, channelId }: OutgoingRow, perMinute: number) {
    const all = sentTimes(deps)
    const key = `${kind} ${channelId}`
    const since = deps.clock.now().getTime() - MINUTE_MS
    this.#times = (all.get(key) ?? []).filter((time) => time > since)
    all.set(key, this.#times)
    this.#left = Math.max(0, Math.min(PART, perMinute - this.#times.length))
  }

  get left(): number {
    return this.#left
  }

  take(now: number): boolean {
    if (this.#left === 0) return false
    this.#left -= 1
    this.#times.push(now)
    return true
  }
}
