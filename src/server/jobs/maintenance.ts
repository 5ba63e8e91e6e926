import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '../deps.ts'

const EVERY_MS = 3600_000

/**
 * Runs maintenance work when the server listens and then periodically (by default hourly) until it closes. Never runs
 * on a server that shows a backup, whose rows don't know newer files of the store. Errors are only logged.
 */
export function scheduleMaintenance(
  app: FastifyInstance,
  deps: ServerDeps,
  work: () => Promise<void>,
  everyMs = EVERY_MS,
): void {
  if (deps.isReadOnly) return
  const run = (): void => void work().catch((err: unknown) => deps.log.error({ err }, 'maintenance failed'))
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    run()
    timer = setInterval(run, everyMs).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
