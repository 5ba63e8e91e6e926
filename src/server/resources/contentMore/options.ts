import { contains } from '#server/db/search.ts'
import type { Handler } from '#server/http/routes.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'

/** B·§7: an answer that is not paged. */
const MOST = 1000

/**
 * Call 84. Entries of the named columns that the caller may read, drafts too, but none of the recycle bin; without a
 * column none.
 */
export const selectOptions: Handler<'content.selectOptions'> = async (ctx, input) => {
  const { key, siteId, classIdList = [], childIdentifies = [] } = input
  if (siteId) ctx.requireSite(siteId)
  const marks = childIdentifies.filter((mark) => mark !== '')
  if (classIdList.length === 0 && marks.length === 0) return {}
  const columns = await ctx.db
    .selectFrom('site_column')
    .innerJoin('site', 'site.id', 'site_column.siteId')
    .select(['site_column.id', 'site_column.siteId', 'site_column.title'])
    .where('site.deleteTime', 'is', null)
    .$if(Boolean(siteId), (query) => query.where('site_column.siteId', '=', siteId ?? 0))
    .where((eb) =>
      classIdList.length > 0 ? eb('site_column.id', 'in', classIdList) : eb('site_column.identifies', 'in', marks),
    )
    .execute()
  const { authority } = ctx.signed()
  const readable = columns.filter((column) => contentRefusal(authority, column, 'read') === null)
  if (readable.length === 0) return {}
  const ids = readable.map((column) => column.id)
  let found = ctx.db
    .selectFrom('content')
    .select(['id', 'title'])
    .where('classId', 'in', ids)
    .where('isRecycled', '=', 0)
  if (key) found = found.where((eb) => contains([eb.ref('title')], key))
  const rows = await found.orderBy('sort', 'desc').orderBy('id', 'desc').limit(MOST).execute()
  return Object.fromEntries(rows.map(({ id, title }) => [String(id), title || `编号 ${id}`]))
}
