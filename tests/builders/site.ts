import type { Insertable, Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { EMPTY_SITE } from '#server/seed/sites.ts'

let made = 0

/** Inserts a site; what isn't given is filled with something plausible and unique. Answers its id. */
export async function buildSite(
  db: Kysely<Database>,
  given: Partial<Insertable<Database['site']>> = {},
): Promise<number> {
  const symbol = `built${++made}`
  const row = { ...EMPTY_SITE, title: `站点 ${made}`, symbol, note: '', domain: '', sort: 0, createTime: Date.now() }
  const { id } = await db
    .insertInto('site')
    .values({ ...row, ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
