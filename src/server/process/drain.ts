import { Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '../deps.ts'
import { stopJobs } from '../jobs/runner.ts'
import { lifecycleOf } from '../observe/lifecycle.ts'

const LOOK_MS = 20
/** Longer than what was sent to a kept connection can be on its way on one network. */
const QUIET_MS = 150

export interface DrainTimes {
  /** How long everything is still taken while /ready says 503, so that balancers notice, ms. */
  lagMs: number
  /** How long calls under way may take after that, ms. */
  patienceMs: number
}

/**
 * The end of a server without a lost request: /ready turns 503, waiting calls are answered, jobs are handed back, each
 * answer closes its connection, then no new ones are taken, and what is under way is finished. Call `app.close()` after it.
 */
export async function drain(app: FastifyInstance, deps: ServerDeps, { lagMs, patienceMs }: DrainTimes): Promise<void> {
  const lifecycle = lifecycleOf(deps)
  lifecycle.stop()
  const jobs = stopJobs(deps)
  if (lagMs > 0) await delay(lagMs)
  // Not http's own close(): that one cuts kept connections on which a request may be on its way.
  Server.prototype.close.call(app.server)
  const end = performance.now() + patienceMs
  while (!lifecycle.isQuiet(QUIET_MS) && performance.now() < end) await delay(LOOK_MS)
  await Promise.race([jobs, delay(Math.max(0, end - performance.now()), undefined, { ref: false })])
}
