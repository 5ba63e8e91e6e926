import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { backoff } from '#shared/util/backoff.ts'

/** The channel of all notifications; PostgreSQL keeps those of databases apart. */
const CHANNEL = 'sitecraft'
/** How the name of its connection begins in pg_stat_activity. */
export const LISTENER = 'sitecraft-listen'
const PROBE = 'probe:'
const TIMES = { answerMs: 10_000, pingMs: 20_000 }
const RETRY = { first: 250, longest: 30_000 }
/** Waiting doesn't mend a pool in front that hands connections on. */
const DEAF_RETRY = { first: 60_000, longest: 600_000 }

interface ListenOptions {
  /** Of a connection that stays the same: PostgreSQL itself, not PgBouncer in transaction mode. */
  url: string
  /** Sends a payload to the channel by another connection to the same database. */
  send: (payload: string) => Promise<unknown>
  onPayload: (payload: string) => void
  /** true: all that is sent from now on arrives. What was sent before has to be looked for. */
  onState: (isListening: boolean) => void
  /** Once until it works again. */
  onTrouble: (error: Error) => void
  /** Of the connection, in pg_stat_activity. */
  name?: string
  times?: {
    /** Connecting, one statement and the arrival of the probe may take so long. */
    answerMs: number
    /** How often a connection is asked whether it is still there: firewalls drop silent ones without a word. */
    pingMs: number
  }
}

/** The statement that sends a payload when its transaction commits. */
export const NOTIFY = `select pg_notify('${CHANNEL}', $1)`

/** Its notifications go elsewhere. */
class Deaf extends Error {}

/** LISTENs on a connection of its own until the signal aborts, and connects again whenever it is lost. */
export async function listen(options: ListenOptions, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const error = await session(options, signal, () => (failures = 0))
    if (signal.aborted) return
    failures += 1
    if (failures === 1) options.onTrouble(error)
    const pause = backoff(failures, { ...(error instanceof Deaf ? DEAF_RETRY : RETRY), random: Math.random() })
    await delay(pause, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** One connection from its begin to its end; answers why it ended. */
async function session(options: ListenOptions, signal: AbortSignal, onListening: () => void): Promise<Error> {
  const { url, onPayload, onState, name = LISTENER, times = TIMES } = options
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
  const { promise: heard, resolve: hear } = Promise.withResolvers<void>()
  client.on('notification', ({ payload = '' }) => {
    if (payload === probe) hear()
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
    await Promise.race([heard, rejected(ended), deafAfter(times.answerMs)])
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
    // A connection that hangs would not answer the goodbye.
    await Promise.race([client.end().catch(() => undefined), delay(1000, undefined, { ref: false })])
  }
}

const rejected = async (ended: Promise<Error>): Promise<never> => {
  throw await ended
}

async function deafAfter(ms: number): Promise<never> {
  await delay(ms, undefined, { ref: false })
  throw new Deaf('notifications do not arrive: a pool in front of PostgreSQL hands its connections on')
}
