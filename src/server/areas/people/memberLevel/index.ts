import { contains } from '#server/db/search.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { selectListedSites } from '#server/siteAccess.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { requireMemberLevel, type LevelRow, countLevelMembers, removeLevels, saveLevel } from './levels.ts'

const present = ({ updatedBy, updateTime, ...row }: LevelRow) => ({
  ...row,
  changedBy: updatedBy,
  changedAt: formatDateTime(updateTime),
})

const routes: Routes<'memberLevel'> = {
  /** Sorted by site, then by points, lowest level first. */
  'memberLevel.page': async (ctx, { siteId, key, ...paging }) => {
    let found = ctx.db.selectFrom('member_level').where('siteId', 'in', selectListedSites(ctx, siteId))
    if (key) found = found.where((eb) => contains([eb.ref('name'), eb.ref('note')], key))
    const ordered = found.selectAll().orderBy('siteId').orderBy('startValue').orderBy('id')
    const { rows, total } = await readPage(ordered, paging)
    const members = await countLevelMembers(
      ctx,
      rows.map(({ id }) => id),
    )
    return pageOf(
      rows.map((row) => ({ ...present(row), members: members.get(row.id) ?? 0 })),
      total,
      paging.size,
    )
  },
  'memberLevel.findById': async (ctx, { id }) => present(await requireMemberLevel(ctx, id)),
  'memberLevel.save': async (ctx, form) => present(await saveLevel(ctx, form)),
  'memberLevel.deleteByIdList': async (ctx, ids) => {
    await removeLevels(ctx, ids, 'refuse')
    return null
  },
  'memberLevel.removeUsed': async (ctx, ids) => {
    await removeLevels(ctx, ids, 'release')
    return null
  },
}

export { hasLevel, lockSiteLevel } from './levels.ts'

/** Calls 166–169: member levels. */
export const memberLevel: Resource = { routes }
