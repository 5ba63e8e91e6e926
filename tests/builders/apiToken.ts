import type { Insertable, Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { DAY_MS } from '#shared/util/dates.ts'

/** Inserts an API token of the account that nobody knows. Answers its id. */
export async function buildToken(
  db: Kysely<Database>,
  accountId: number,
  given: Partial<Insertable<Database['api_token']>> = {},
): Promise<number> {
  const now = Date.now()
  const row = {
    accountId,
    name: '同步',
    tokenHash: crypto.randomUUID(),
    ending: 'abcd',
    scopes: '["content.read"]',
    siteIds: '[]',
    columnIds: '[]',
    addresses: '[]',
    createTime: now,
    expireTime: now + DAY_MS,
    ...given,
  }
  return (await db.insertInto('api_token').values(row).returning('id').executeTakeFirstOrThrow()).id
}
