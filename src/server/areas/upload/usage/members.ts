import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { UsageLocation } from './location.ts'

/** Finds members whose avatar is one of the uploads. They are listed by number, because their names are private. */
export async function findMemberUses(db: Kysely<Database>, wanted: ReadonlySet<string>): Promise<UsageLocation[]> {
  if (wanted.size === 0) return []
  const rows = await db
    .selectFrom('member')
    .select(['id', 'siteId', 'headSculpture'])
    .where('headSculpture', 'in', [...wanted])
    .orderBy('id')
    .execute()
  return rows.map(({ id, siteId, headSculpture }) => ({
    where: 'member',
    id,
    title: `编号 ${id}`,
    siteId,
    paths: [headSculpture],
  }))
}
