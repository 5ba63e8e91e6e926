import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { fileAddressesIn } from '#shared/domain/fileAddresses.ts'
import { chunks, type Values } from './entries.ts'

/** Notes which uploads entries name. @param isNew nothing is known of them yet */
export async function noteFiles(
  db: Kysely<Database>,
  entries: readonly { id: number; values: Values }[],
  isNew: boolean,
): Promise<void> {
  const ids = entries.map(({ id }) => id)
  if (!isNew) await db.deleteFrom('content_file').where('contentId', 'in', ids).execute()
  const named = entries.flatMap(({ id: contentId, values }) =>
    [...fileAddressesIn(Object.values(values))].map((accessPath) => ({ contentId, accessPath })),
  )
  for (const part of chunks(named)) await db.insertInto('content_file').values(part).execute()
}

/** An entry that names an upload. */
export interface Naming {
  accessPath: string
  id: number
  classId: number
  siteId: number
  title: string
  isRecycled: 0 | 1
  /** Of its column; null: that was deleted, and may come back. */
  columnTitle: string | null
}

/** The entries that name one of the uploads, the latest first; at most so many of each. */
export async function entriesNaming(
  db: Kysely<Database>,
  accessPaths: readonly string[],
  most: number,
): Promise<Naming[]> {
  if (accessPaths.length === 0) return []
  return db
    .selectFrom((from) =>
      from
        .selectFrom('content_file')
        .select(['accessPath', 'contentId'])
        .select(sql<number>`row_number() over (partition by "accessPath" order by "contentId" desc)`.as('place'))
        .where('accessPath', 'in', [...accessPaths])
        .as('named'),
    )
    .innerJoin('content', 'content.id', 'named.contentId')
    .leftJoin('site_column', 'site_column.id', 'content.classId')
    .select(['named.accessPath', 'content.id', 'content.classId', 'content.siteId', 'content.title'])
    .select(['content.isRecycled', 'site_column.title as columnTitle'])
    .where('named.place', '<=', most)
    .orderBy('content.id', 'desc')
    .execute()
}
