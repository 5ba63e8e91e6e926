import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'

/** Words that contain the key, or whose replacement does; '' for all. */
export const selectMatching = (db: Kysely<Database>, key: string) =>
  db
    .selectFrom('sensitive_word')
    .$if(key !== '', (query) => query.where((eb) => contains([eb.ref('sensitiveWord'), eb.ref('propWord')], key)))
