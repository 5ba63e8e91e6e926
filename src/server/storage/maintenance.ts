import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '../deps.ts'

const EVERY_MS = 3600_000

/**
 * Runs the work when the server is ready and then every hour, or as often as said, until it closes; never where a backup is looked at, whose rows
 * know nothing of what the store got since. Failures are logged only.
 */
export function maintenance(
  app: FastifyInstance,
  deps: ServerDeps,
  work: () => Promise<void>,
  everyMs = EVERY_MS,
): void {
  if (deps.isReadOnly) return
  const run = (): void => void work().catch((err: unknown) => deps.log.error({ err }, 'upkeep of stored files failed'))
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    run()
    timer = setInterval(run, everyMs).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
