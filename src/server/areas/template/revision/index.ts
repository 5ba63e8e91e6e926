import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource } from '#server/http/routes.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { pruneRevisions } from './limits.ts'
import { routes } from './routes.ts'

export { changeFiles, storeClaimedUpload } from './changeFiles.ts'
export { findStoredRevision } from './rows.ts'

const plugin = async (app: FastifyInstance, deps: ServerDeps): Promise<void> =>
  scheduleMaintenance(app, deps, () => pruneRevisions(deps.db, deps.clock.now().getTime()))

/** Versions of template files, created by every change of files. */
export const templateRevision: Resource = { routes, plugin }
