import type { Resource, Routes } from '#server/http/routes.ts'
import { makeFolder, put, remove } from './change.ts'
import { manifest } from './manifest.ts'
import { wait } from './wait.ts'

const routes: Routes<'templateSync'> = {
  'templateSync.manifest': manifest,
  'templateSync.wait': wait,
  'templateSync.put': put,
  'templateSync.remove': remove,
  'templateSync.makeFolder': makeFolder,
}

/** The project's own calls for two-way sync (feature `template-sync-1`). */
export const templateSync: Resource = { routes }
