import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '../deps.ts'
import { perServer } from '../hints.ts'
import { metricsOf } from './metricsOf.ts'

/**
 * State of a server's shutdown: while it stops, load balancers should send nothing, arriving requests still get
 * responses, and long polls return immediately.
 */
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

  /** Whether no request has been running for this many ms. */
  isQuiet(forMs: number): boolean {
    return this.#underWay === 0 && performance.now() - this.#lastEnd >= forMs
  }
}

/** The lifecycle of a server. */
export const lifecycleOf = perServer(() => new Lifecycle())

/** Counts running requests, and closes each connection after its response while the server stops. */
export function trackRequests(app: FastifyInstance, deps: ServerDeps): void {
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
