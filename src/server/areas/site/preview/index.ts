import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { maintenance } from '#server/storage/maintenance.ts'
import { prunePreviews, servePreviews } from './store.ts'

export { prunePreviews, storePreview } from './store.ts'

/** Pages that are shown before anything of them is saved: of entries and of templates. */
export function previewPages(app: FastifyInstance, deps: ServerDeps): void {
  servePreviews(app, deps)
  maintenance(app, deps, () => prunePreviews(deps))
}
