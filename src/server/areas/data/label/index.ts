import { contains } from '#server/db/search.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { selectListedSites } from '#server/siteAccess.ts'
import { type CategoryRow, requireCategory, removeCategories, saveCategory } from './categories.ts'
import { type LabelRow, requireLabel, requireLabelsBySite, removeLabels, saveLabel, selectLabels } from './labels.ts'
import { labelUses } from './usesPort.ts'

const presentRow = <R extends CategoryRow | LabelRow>({ updatedBy, updateTime, ...row }: R) => ({
  ...row,
  changedBy: updatedBy,
  changedAt: formatDateTime(updateTime),
})

const categoryRoutes: Routes<'labelCategory'> = {
  'labelCategory.page': async (ctx, { siteId, key, ...paging }) => {
    let found = ctx.db.selectFrom('label_category').where('siteId', 'in', selectListedSites(ctx, siteId))
    if (key) found = found.where((eb) => contains([eb.ref('title')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
    return pageOf(rows.map(presentRow), total, paging.size)
  },
  'labelCategory.findById': async (ctx, { id }) => presentRow(await requireCategory(ctx, id)),
  'labelCategory.save': async (ctx, form) => presentRow(await saveCategory(ctx, form)),
  'labelCategory.deleteByIdList': async (ctx, ids) => {
    await removeCategories(ctx, ids)
    return null
  },
}

const labelRoutes: Routes<'label'> = {
  'label.page': async (ctx, { siteId, classId, key, ...paging }) => {
    let found = selectLabels(ctx.db).where('label.siteId', 'in', selectListedSites(ctx, siteId))
    if (classId) found = found.where('label.classId', '=', classId)
    if (key) found = found.where((eb) => contains([eb.ref('label.title')], key))
    const { rows, total } = await readPage(found.orderBy('label.id', 'desc'), paging)
    return pageOf(rows.map(presentRow), total, paging.size)
  },
  'label.findById': async (ctx, { id }) => presentRow(await requireLabel(ctx, id)),
  'label.save': async (ctx, form) => presentRow(await saveLabel(ctx, form)),
  'label.takeOff': async (ctx, list) => {
    let entries = 0
    for (const labels of await requireLabelsBySite(ctx, list))
      entries += await labelUses.get().removeFromEntries(ctx, labels)
    return { entries }
  },
  'label.deleteByIdList': async (ctx, ids) => {
    await removeLabels(ctx, ids)
    return null
  },
}

/** Calls 121–128: labels and their categories. */
export { labelUses } from './usesPort.ts'
export type { SiteLabels } from './usesPort.ts'
export const label: Resource = { routes: { ...categoryRoutes, ...labelRoutes } }
