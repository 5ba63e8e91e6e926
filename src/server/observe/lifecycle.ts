import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '../deps.ts'
import { perServer } from '../hints.ts'
import { metricsOf } from './metricsOf.ts'

/** Of a server that stops: no balancer should send it anything, what comes is answered, and its waiting calls end at once. */
class Lifecycle {
  readonly #stopping = new AbortController()
  #underWay = 0
  #lastEnd = -Infinity

  /** Aborted when the server begins to stop. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  stop(): void {
    this.#stopping.abort()
  }

  begin(): void {
    this.#underWay += 1
  }

  end(): void {
    this.#underWay -= 1
    this.#lastEnd = performance.now()
  }

  /** Nothing is under way, and nothing was for so many ms. */
  isQuiet(forMs: number): boolean {
    return this.#underWay === 0 && performance.now() - this.#lastEnd >= forMs
  }
}

/** The state of a server between its start and its end. */
export const lifecycleOf = perServer(() => new Lifecycle())

/** Counts what is under way, and asks for a new connection after each answer of a server that stops. */
export function followRequests(app: FastifyInstance, deps: ServerDeps): void {
  const lifecycle = lifecycleOf(deps)
  const { underWay } = metricsOf(deps)
  app.addHook('onRequest', async (_request, reply) => {
    lifecycle.begin()
    underWay.inc()
    reply.raw.once('close', () => {
      lifecycle.end()
      underWay.dec()
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (lifecycle.stopping.aborted) reply.header('connection', 'close')
  })
}
