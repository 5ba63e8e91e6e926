import type { CallContext } from '#server/http/context.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { formatDateTime } from '#shared/util/dates.ts'

/** Per column, entries outside the recycle bin: all, published, and the latest change. */
async function countEntries({ db }: CallContext, siteIds: readonly number[]) {
  const rows = await db
    .selectFrom('content')
    .select((eb) => [
      'classId',
      eb.fn.countAll<number>().as('entries'),
      eb.fn.sum<number>('isStatus').as('published'),
      eb.fn.max('updateTime').as('updateTime'),
    ])
    .where('siteId', 'in', [...siteIds, -1])
    .where('isRecycled', '=', 0)
    .groupBy('classId')
    .execute()
  return new Map(rows.map((row) => [row.classId, row]))
}

const routes: Routes<'menuInfo' | 'columnType'> = {
  'menuInfo.list': async (ctx, { siteId }) => {
    await requireActiveSites(ctx, [siteId])
    const rows = await ctx.db
      .selectFrom('site_column')
      .selectAll()
      .where('siteId', '=', siteId)
      .orderBy('sort', 'desc')
      .orderBy('id')
      .execute()
    const counts = await countEntries(ctx, [siteId])
    const firstItem = (json: string): string => (JSON.parse(json) as string[])[0] ?? ''
    return rows.map((row) => {
      const { entries = 0, published = 0, updateTime = 0 } = counts.get(row.id) ?? {}
      return {
        id: row.id,
        parentId: row.parentId,
        title: row.title,
        menuType: row.menuType,
        listUrl: /^https?:\/\//i.test(row.frontUrl) ? row.frontUrl : firstItem(row.frontListUrl),
        listTemplate: firstItem(row.frontListTemplate),
        detailUrl: firstItem(row.frontDetailUrl),
        detailTemplate: firstItem(row.frontDetailTemplate),
        showFront: row.showFront === 1,
        showLoop: row.showLoop === 1,
        showCrumbs: row.showCrumbs === 1,
        entries,
        published,
        updateDate: updateTime > 0 ? formatDateTime(updateTime) : '',
      }
    })
  },
  'columnType.counts': async (ctx, { siteId }) => {
    await requireActiveSites(ctx, [siteId])
    const rows = await ctx.db
      .selectFrom('site_column')
      .select(['id', 'menuType'])
      .where('siteId', '=', siteId)
      .execute()
    const counts = await countEntries(ctx, [siteId])
    return [...Map.groupBy(rows, ({ menuType }) => menuType)].map(([menuType, columns]) => ({
      menuType,
      columns: columns.length,
      entries: columns.reduce((sum, { id }) => sum + (counts.get(id)?.entries ?? 0), 0),
    }))
  },
}

/** Settings and content counts of a site's columns, and column counts by type. */
export const menuInfo: Resource = { routes }
