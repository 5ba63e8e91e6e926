import { contains } from '#server/db/search.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { selectListedSites } from '#server/siteAccess.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { type GroupRow, requireMemberGroup, countGroupMembers, removeGroups, saveGroup } from './groups.ts'

const present = ({ updatedBy, updateTime, ...row }: GroupRow) => ({
  ...row,
  changedBy: updatedBy,
  changedAt: formatDateTime(updateTime),
})

const routes: Routes<'memberGroup'> = {
  'memberGroup.page': async (ctx, { siteId, key, ...paging }) => {
    let found = ctx.db.selectFrom('member_group').where('siteId', 'in', selectListedSites(ctx, siteId))
    if (key) found = found.where((eb) => contains([eb.ref('name'), eb.ref('note')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
    const members = await countGroupMembers(
      ctx,
      rows.map(({ id }) => id),
    )
    return pageOf(
      rows.map((row) => ({ ...present(row), members: members.get(row.id) ?? 0 })),
      total,
      paging.size,
    )
  },
  'memberGroup.findById': async (ctx, { id }) => present(await requireMemberGroup(ctx, id)),
  'memberGroup.save': async (ctx, form) => present(await saveGroup(ctx, form)),
  'memberGroup.deleteByIdList': async (ctx, ids) => {
    await removeGroups(ctx, ids, 'refuse')
    return null
  },
  'memberGroup.removeUsed': async (ctx, ids) => {
    await removeGroups(ctx, ids, 'release')
    return null
  },
}

export { lockSiteGroups } from './groups.ts'

/** Calls 162–165: member groups. */
export const memberGroup: Resource = { routes }
