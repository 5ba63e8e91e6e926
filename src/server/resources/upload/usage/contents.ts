import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { mostContentUses } from '#shared/contract/attachment.ts'
import { entriesNaming, type Naming } from '../../content/index.ts'
import type { Place } from './index.ts'

/** The entries of content, those in the recycle bin too: they come back with their pictures. */
export async function contents(db: Kysely<Database>, wanted: ReadonlySet<string>): Promise<Place[]> {
  const found = await entriesNaming(db, [...wanted], mostContentUses(wanted.size))
  return found.map((entry) => ({
    where: 'content',
    id: entry.id,
    title: said(entry),
    siteId: entry.siteId,
    classId: entry.classId,
    paths: [entry.accessPath],
  }))
}

const said = ({ id, title, columnTitle, isRecycled }: Naming): string =>
  `${columnTitle ?? '已删除的栏目'} / ${title || `编号 ${id}`}${isRecycled === 1 ? '（在回收站）' : ''}`
