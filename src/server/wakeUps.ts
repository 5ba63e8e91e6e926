import type { FastifyInstance } from 'fastify'
import { CompiledQuery } from 'kysely'
import { engineOf } from './db/dialect.ts'
import { migrations } from './db/migration/migrate.ts'
import { connectionNames } from './db/migration/expandContract.ts'
import { listen, NOTIFY } from './db/listen.ts'
import type { ServerDeps } from './deps.ts'
import { perServer } from './hints.ts'

/** Topics of notifications: jobs by kind, templates by id, notices by account, store owners by message. */
export type WakeUpTopic = 'job' | 'template' | 'notice' | 'store'

/**
 * Notifies waiting code of this process that something may have changed. On PostgreSQL triggers notify all processes in
 * the transaction of the change (`table.ts` of jobs, templates and notices). Notifications are only hints: the woken
 * code reads the tables.
 */
class WakeUps {
  readonly #waiting = new Map<string, Set<() => void>>()
  #isListening = false

  /** Whether notifications of other processes arrive, so that frequent polling is not needed. */
  get isListening(): boolean {
    return this.#isListening
  }

  /**
   * Sets the listening state and wakes everything, since notifications may have been missed and poll intervals change.
   */
  setListening(isListening: boolean): void {
    this.#isListening = isListening
    for (const calls of this.#waiting.values()) for (const call of calls) call()
  }

  /** Calls back whenever something with this key may have changed. @returns a function that unsubscribes */
  on(about: WakeUpTopic, key: string | number, call: () => void): () => void {
    const topic = `${about}:${key}`
    const calls = this.#waiting.get(topic) ?? new Set()
    this.#waiting.set(topic, calls)
    calls.add(call)
    return () => {
      calls.delete(call)
      if (calls.size === 0 && this.#waiting.get(topic) === calls) this.#waiting.delete(topic)
    }
  }

  wake(about: WakeUpTopic, keys: Iterable<string | number>): void {
    for (const key of keys) for (const call of this.#waiting.get(`${about}:${key}`) ?? []) call()
  }

  /** Handles a payload `about:key,key`, or `about:*` for all keys. */
  handlePayload(payload: string): void {
    const at = payload.indexOf(':')
    const [about, keys] = [payload.slice(0, at), payload.slice(at + 1)]
    if (keys !== '*') return this.wake(about as WakeUpTopic, keys.split(','))
    for (const [topic, calls] of this.#waiting) if (topic.startsWith(`${about}:`)) for (const call of calls) call()
  }
}

export const wakeUps = perServer(() => new WakeUps())

/** LISTENs while the server runs, if there is an address for it. */
export function startListening(app: FastifyInstance, deps: ServerDeps): void {
  const { db, log, listenUrl } = deps
  if (!listenUrl || engineOf(db) !== 'postgres') return
  const notifications = wakeUps(deps)
  const ending = new AbortController()
  let ended = Promise.resolve()
  app.addHook('onListen', async () => {
    const send = (payload: string) => db.executeQuery(CompiledQuery.raw(NOTIFY, [payload]))
    const onError = (err: Error): void =>
      log.warn(
        { err },
        'LISTEN does not work, the server polls for changes of other processes (SITECRAFT_DATABASE_LISTEN_URL)',
      )
    ended = listen(
      {
        url: listenUrl,
        send,
        onError,
        name: connectionNames(Object.keys(migrations)).listener,
        onPayload: (payload) => notifications.handlePayload(payload),
        onState: (isListening) => notifications.setListening(isListening),
      },
      ending.signal,
    )
  })
  app.addHook('onClose', async () => {
    ending.abort()
    await ended
  })
}
