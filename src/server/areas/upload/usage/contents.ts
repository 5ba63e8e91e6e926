import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { maxContentUses } from '#shared/contract/attachment.ts'
import type { UsageLocation } from './location.ts'

/** Finds uses in entries, also in the recycle bin, because a restored entry needs its images. */
export async function findContentUses(db: Kysely<Database>, wanted: ReadonlySet<string>): Promise<UsageLocation[]> {
  const found = await findReferencingEntries(db, [...wanted], maxContentUses(wanted.size))
  return found.map((entry) => ({
    where: 'content',
    id: entry.id,
    title: formatEntry(entry),
    siteId: entry.siteId,
    classId: entry.classId,
    paths: [entry.accessPath],
  }))
}

const formatEntry = ({ id, title, columnTitle, isRecycled }: ReferencingEntry): string =>
  `${columnTitle ?? '已删除的栏目'} / ${title || `编号 ${id}`}${isRecycled === 1 ? '（在回收站中）' : ''}`

/** An entry that references an upload. */
interface ReferencingEntry {
  accessPath: string
  id: number
  classId: number
  siteId: number
  title: string
  isRecycled: 0 | 1
  /** Title of its column; null if the column is deleted. */
  columnTitle: string | null
}

/** Entries that reference one of the uploads, latest first, with a limit per upload. */
async function findReferencingEntries(
  db: Kysely<Database>,
  accessPaths: readonly string[],
  most: number,
): Promise<ReferencingEntry[]> {
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
