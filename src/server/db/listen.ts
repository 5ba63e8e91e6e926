import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { backoffMs } from '#shared/util/backoff.ts'

/** The channel of all notifications; PostgreSQL separates the channels of different databases. */
const CHANNEL = 'sitecraft'
/** Prefix of the connection's name in pg_stat_activity. */
export const LISTENER_NAME = 'sitecraft-listen'
const PROBE = 'probe:'
const TIMES = { answerMs: 10_000, pingMs: 20_000 }
const RETRY = { first: 250, longest: 30_000 }
/** Retries are rarer, because a pooler in transaction mode is a matter of configuration. */
const UNDELIVERED_RETRY = { first: 60_000, longest: 600_000 }

interface ListenOptions {
  /** Address of PostgreSQL itself: PgBouncer in transaction mode does not deliver notifications. */
  url: string
  /** Sends a payload to the channel over another connection to the same database. */
  send: (payload: string) => Promise<unknown>
  onPayload: (payload: string) => void
  /** true: all later notifications arrive. Earlier ones may be lost, so the caller has to poll once. */
  onState: (isListening: boolean) => void
  /** Called for the first failure only, until listening works again. */
  onError: (error: Error) => void
  /** Name of the connection in pg_stat_activity. */
  name?: string
  times?: {
    /** Timeout of connecting, of a statement and of the probe's arrival. */
    answerMs: number
    /** Interval of keepalive queries: firewalls drop idle connections silently. */
    pingMs: number
  }
}

/** Sends the payload `$1` when its transaction commits. */
export const NOTIFY = `select pg_notify('${CHANNEL}', $1)`

/** The connection works, but notifications do not arrive on it. */
class UndeliveredError extends Error {}

/** LISTENs on a separate connection until the signal aborts, and reconnects after each loss. */
export async function listen(options: ListenOptions, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const error = await runConnection(options, signal, () => (failures = 0))
    if (signal.aborted) return
    failures += 1
    if (failures === 1) options.onError(error)
    const pause = backoffMs(failures, {
      ...(error instanceof UndeliveredError ? UNDELIVERED_RETRY : RETRY),
      random: Math.random(),
    })
    await delay(pause, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** Runs one connection until it ends; returns the reason of its end. */
async function runConnection(options: ListenOptions, signal: AbortSignal, onListening: () => void): Promise<Error> {
  const { url, onPayload, onState, name = LISTENER_NAME, times = TIMES } = options
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: times.answerMs,
    query_timeout: times.answerMs,
  })
  const { promise: ended, resolve: end } = Promise.withResolvers<Error>()
  const stop = (): void => end(new Error('stopped'))
  signal.addEventListener('abort', stop)
  client.on('error', end)
  client.on('end', () => end(new Error('the connection was closed')))
  const probe = PROBE + randomUUID()
  const { promise: probeArrived, resolve: confirmProbe } = Promise.withResolvers<void>()
  client.on('notification', ({ payload = '' }) => {
    if (payload === probe) confirmProbe()
    else if (!payload.startsWith(PROBE)) onPayload(payload)
  })
  let isListening = false
  let isAsked = true
  const ping = setInterval(() => {
    if (isAsked) return
    isAsked = true
    client.query('select 1').then(() => (isAsked = false), end)
  }, times.pingMs).unref()
  try {
    await Promise.race([client.connect(), rejected(ended)])
    await client.query(`listen ${CHANNEL}`)
    await options.send(probe)
    await Promise.race([probeArrived, rejected(ended), rejectUndelivered(times.answerMs)])
    isListening = true
    isAsked = false
    onListening()
    onState(true)
    return await ended
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    clearInterval(ping)
    signal.removeEventListener('abort', stop)
    if (isListening) onState(false)
    // A hanging connection would never confirm its end.
    await Promise.race([client.end().catch(() => undefined), delay(1000, undefined, { ref: false })])
  }
}

const rejected = async (ended: Promise<Error>): Promise<never> => {
  throw await ended
}

async function rejectUndelivered(ms: number): Promise<never> {
  await delay(ms, undefined, { ref: false })
  throw new UndeliveredError('notifications do not arrive: a pooler in transaction mode runs in front of PostgreSQL')
}
