import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { pruneSheets, serveSheets } from '#server/sheets/sheetFiles.ts'
import { findProgress } from '#server/sheets/progress.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  serveSheets(app, deps)
  scheduleMaintenance(app, deps, () => pruneSheets(deps))
}

const routes: Routes<'sheet'> = { 'sheet.progress': async (ctx, { watch }) => findProgress(ctx, watch) }

/** Downloads of sheets that exports and imports wrote, and progress of running exports. */
export const sheet: Resource = { routes, plugin }
