import { Reply, type Routes } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { PERMISSION_NAMES } from '#shared/domain/permissionNames.ts'
import { readWorkflowLink } from '#shared/contract/columnEdit.ts'
import { pageOf } from '#server/http/paging.ts'
import { presentDetail, presentTree } from './present.ts'
import { findTree } from './repo.ts'
import { requireColumn, filterVisible } from './rules.ts'
import { findRecycled, requireBinAccess, restoreColumns } from './bin.ts'
import { copyColumn } from './copy.ts'
import { setSeo, setSort, setSwitch, setTitle, setWorkFlow } from './edit.ts'
import { planRemoval, removeColumns } from './remove.ts'
import { addColumn, editColumn } from './save.ts'

/** A·§2: clients read the roles of a session at sign-in. */
const ADDED_MESSAGE = '栏目添加成功，请退出后重新登录，以刷新栏目'

export const routes: Omit<Routes<'column'>, 'column.settingField'> & Routes<'dict'> = {
  'column.getTree': async (ctx, { siteId, showHiddenMenu }) => {
    // Site 0, the system's own menus, needs no site right; menus without a grant are filtered out below.
    if (siteId !== 0) await requireActiveSites(ctx, [siteId])
    const rows = await findTree(ctx.db, siteId)
    return presentTree(filterVisible(ctx.requireSignedIn().authority, rows, showHiddenMenu))
  },
  'column.findById': async (ctx, { id }) => presentDetail(await requireColumn(ctx, id, 'read')),
  'column.findByPost': async (ctx, { id }) => presentDetail(await requireColumn(ctx, id, 'read')),
  'dict.index': async () => PERMISSION_NAMES,
  'column.saveBase': async (ctx, form) => {
    if (form.id === 0) return new Reply(presentDetail(await addColumn(ctx, form)), ADDED_MESSAGE)
    return presentDetail(await editColumn(ctx, form))
  },
  'column.updateSwitch': async (ctx, input) => ({
    id: input.id,
    menuSwitchEnum: input.menuSwitchEnum,
    value: await setSwitch(ctx, input),
  }),
  'column.copy': async (ctx, order) => presentDetail(await copyColumn(ctx, order)),
  'column.removalPlan': (ctx, ids) => planRemoval(ctx, ids),
  'column.deleteByIdList': async (ctx, ids) => {
    await removeColumns(ctx, ids)
    return null
  },
  'column.updateSort': async (ctx, input) => {
    await setSort(ctx, input)
    return null
  },
  'column.updateTitle': async (ctx, input) => presentDetail(await setTitle(ctx, input)),
  'column.updateSeo': async (ctx, input) => presentDetail(await setSeo(ctx, input)),
  'column.getSettingField': async (ctx, { id }) => {
    const { menuField, version } = presentDetail(await requireColumn(ctx, id, 'read'))
    return { id, version, menuFieldDTOList: menuField }
  },
  'column.saveWorkFlow': async (ctx, input) => {
    const row = presentDetail(await setWorkFlow(ctx, input))
    // A·§8: 已取消 when the link was switched off.
    return readWorkflowLink(input.relationWorkFlow)?.status ? row : new Reply(row, '已取消')
  },
  'column.recycled': async (ctx, input) => {
    requireBinAccess(ctx)
    const { rows, total } = await findRecycled(ctx, input)
    return pageOf(rows, total, input.size)
  },
  'column.restore': async (ctx, ids) => {
    requireBinAccess(ctx)
    return presentTree(await restoreColumns(ctx, ids))
  },
}
