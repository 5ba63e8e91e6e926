import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource } from '#server/http/routes.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { pruneRestorePoints } from './prune.ts'
import { routes } from './routes.ts'

const plugin = async (app: FastifyInstance, deps: ServerDeps): Promise<void> =>
  scheduleMaintenance(app, deps, () => pruneRestorePoints(deps))

/** Drafts of templates, their publication, and restore points (feature `template-draft-1`). */
export const templateDraft: Resource = { routes, plugin }
