import type { FastifyInstance } from 'fastify'
import type { RawRoutes, Resource, Routes } from '#server/http/routes.ts'
import { makeFolder, putFile, removeEntry } from './change.ts'
import { readChanges } from './changes.ts'
import { sendManifest } from './manifest.ts'
import { putBatch } from './putBatch.ts'
import { readBatch } from './readBatch.ts'
import { removeBatch } from './removeBatch.ts'
import { waitForChange } from './wait.ts'

type Raw = 'templateSync.manifest' | 'templateSync.readBatch' | 'templateSync.putBatch'

const routes: Routes<'templateSync', Raw> = {
  'templateSync.changes': readChanges,
  'templateSync.wait': waitForChange,
  'templateSync.put': putFile,
  'templateSync.remove': removeEntry,
  'templateSync.makeFolder': makeFolder,
  'templateSync.removeBatch': removeBatch,
}

const raw: RawRoutes<Raw> = {
  'templateSync.manifest': sendManifest,
  'templateSync.readBatch': readBatch,
  'templateSync.putBatch': putBatch,
}

async function plugin(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null))
}

/** The project's own calls for two-way sync (features `template-sync-1`, `template-sync-2`, `template-copy-1`). */
export const templateSync: Resource = { routes, raw, plugin }
