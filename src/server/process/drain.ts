import { Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '../deps.ts'
import { stopJobs } from '../jobs/runner.ts'
import { lifecycleOf } from '../observe/lifecycle.ts'

const POLL_MS = 20
/** Longer than a request on a keep-alive connection can be in transit. */
const QUIET_MS = 150

export interface DrainTimes {
  /** How long requests are still accepted while /ready responds 503, so that load balancers notice, ms. */
  lagMs: number
  /** Timeout of running calls after that, ms. */
  callTimeoutMs: number
}

/**
 * Drains a server without losing requests: /ready responds 503, long polls return, jobs are released, each response
 * closes its connection; then the server accepts no new connections and finishes running calls. Call `app.close()`
 * afterwards.
 */
export async function drain(
  app: FastifyInstance,
  deps: ServerDeps,
  { lagMs, callTimeoutMs }: DrainTimes,
): Promise<void> {
  const lifecycle = lifecycleOf(deps)
  lifecycle.stop()
  const jobs = stopJobs(deps)
  if (lagMs > 0) await delay(lagMs)
  // Not http's own close(): it cuts keep-alive connections, on which a request may be in transit.
  Server.prototype.close.call(app.server)
  const end = performance.now() + callTimeoutMs
  while (!lifecycle.isQuiet(QUIET_MS) && performance.now() < end) await delay(POLL_MS)
  await Promise.race([jobs, delay(Math.max(0, end - performance.now()), undefined, { ref: false })])
}
