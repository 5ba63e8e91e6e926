import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { logWritten } from './write.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { maintenance } from '#server/storage/maintenance.ts'
import { sealLines } from './chain.ts'
import { findLine, pageLog } from './find.ts'
import { pruneLog, readRules, saveRules } from './rules.ts'
import { exportLog } from './sheet.ts'

export { callLog } from './write.ts'
export { sealLines } from './chain.ts'
export { verifyLog } from './verify.ts'

/** Lines are put into the chain of hashes so many ms after they were written. */
const SEAL_MS = 1000

const routes: Routes<'log'> = {
  'log.page': pageLog,
  'log.findById': findLine,
  'log.exportSheet': exportLog,
  'log.rules': readRules,
  'log.saveRules': saveRules,
}

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  maintenance(app, deps, () => pruneLog(deps))
  let timer: NodeJS.Timeout | null = null
  let sealing: Promise<void> = Promise.resolve()
  const seal = (): void => {
    timer = null
    sealing = sealing
      .then(() => sealLines(deps))
      .catch((err: unknown) => deps.log.error({ err }, 'the operation log could not be sealed'))
  }
  const stop = logWritten(deps).on(() => {
    timer ??= setTimeout(seal, SEAL_MS).unref()
  })
  app.addHook('onClose', async () => {
    stop()
    if (timer) {
      clearTimeout(timer)
      seal()
    }
    await sealing
  })
}

/** C·§2 Operation logs: what was changed, by whom, in a chain of hashes. */
export const log: Resource = { routes, plugin }
