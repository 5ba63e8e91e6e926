import type { FastifyInstance } from 'fastify'
import { CompiledQuery } from 'kysely'
import { engineOf } from './db/dialect.ts'
import { migrations } from './db/migration/migrate.ts'
import { connectionNames } from './db/migration/twoSteps.ts'
import { listen, NOTIFY } from './db/listen.ts'
import type { ServerDeps } from './deps.ts'
import { perServer } from './hints.ts'

/** What waits: jobs by their kind, templates by their id, notices by the account, owners of the store by what is said. */
export type About = 'job' | 'template' | 'notice' | 'store'

/**
 * Tells those that wait in this process that something may be new. On PostgreSQL the database itself tells all processes, by
 * triggers that notify in the transaction of the change (`table.ts` of jobs, templates and notices). A hint only: whoever is woken reads the tables.
 */
class WakeUps {
  readonly #waiting = new Map<string, Set<() => void>>()
  #isListening = false

  /** Other processes are heard: looking for their changes again and again is not needed. */
  get isListening(): boolean {
    return this.#isListening
  }

  /** Whether they are heard has changed: everybody looks, since something may have been missed, and waits as is right now. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening
    for (const calls of this.#waiting.values()) for (const call of calls) call()
  }

  /** Calls back whenever something of that key may be new; answers how to stop that. */
  on(about: About, key: string | number, call: () => void): () => void {
    const topic = `${about}:${key}`
    const calls = this.#waiting.get(topic) ?? new Set()
    this.#waiting.set(topic, calls)
    calls.add(call)
    return () => {
      calls.delete(call)
      if (calls.size === 0 && this.#waiting.get(topic) === calls) this.#waiting.delete(topic)
    }
  }

  wake(about: About, keys: Iterable<string | number>): void {
    for (const key of keys) for (const call of this.#waiting.get(`${about}:${key}`) ?? []) call()
  }

  /** `about:key,key`, or `about:*` for all of them. */
  take(payload: string): void {
    const at = payload.indexOf(':')
    const [about, keys] = [payload.slice(0, at), payload.slice(at + 1)]
    if (keys !== '*') return this.wake(about as About, keys.split(','))
    for (const [topic, calls] of this.#waiting) if (topic.startsWith(`${about}:`)) for (const call of calls) call()
  }
}

export const wakeUps = perServer(() => new WakeUps())

/** LISTENs from when the server listens until it closes, where there is an address for it. */
export function startListening(app: FastifyInstance, deps: ServerDeps): void {
  const { db, log, listenUrl } = deps
  if (!listenUrl || engineOf(db) !== 'postgres') return
  const heard = wakeUps(deps)
  const ending = new AbortController()
  let ended = Promise.resolve()
  app.addHook('onListen', async () => {
    const send = (payload: string) => db.executeQuery(CompiledQuery.raw(NOTIFY, [payload]))
    const onTrouble = (err: Error): void =>
      log.warn(
        { err },
        'LISTEN does not work, changes of other processes are looked for (SITECRAFT_DATABASE_LISTEN_URL)',
      )
    ended = listen(
      {
        url: listenUrl,
        send,
        onTrouble,
        name: connectionNames(Object.keys(migrations)).listener,
        onPayload: (payload) => heard.take(payload),
        onState: (isListening) => heard.setListening(isListening),
      },
      ending.signal,
    )
  })
  app.addHook('onClose', async () => {
    ending.abort()
    await ended
  })
}
