import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource } from '#server/http/routes.ts'
import { pruneSheets, serveSheets } from '#server/sheet/kept.ts'
import { upkeep } from '#server/storage/upkeep.ts'

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  serveSheets(app, deps)
  upkeep(app, deps, () => pruneSheets(deps))
}

/** The addresses of sheets that exports and imports have written. */
export const sheet: Resource = { plugin }
