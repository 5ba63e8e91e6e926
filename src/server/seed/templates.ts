import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'

/** Puts the templates of the resources folder into an empty installation, inside the seed's transaction. */
export async function seedTemplates(_db: Kysely<Database>, _deps: ServerDeps): Promise<void> {}
