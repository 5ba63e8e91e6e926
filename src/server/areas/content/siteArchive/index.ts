import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource } from '#server/http/routes.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { pruneImports } from './discard.ts'
import { exportSite } from './exportSite.ts'
import { importSite } from './importSite.ts'
import { serveArchives } from './downloads.ts'
import { pruneArchives } from './archiveFiles.ts'
import { routes } from './routes.ts'

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  serveArchives(app, deps)
  scheduleMaintenance(app, deps, async () => {
    await pruneArchives(deps)
    await pruneImports(deps)
  })
}

/** Whole sites as one file, to move a site from one server to another. */
export const siteArchive: Resource = {
  routes,
  jobs: { 'site.export': exportSite, 'site.import': importSite },
  plugin,
}
