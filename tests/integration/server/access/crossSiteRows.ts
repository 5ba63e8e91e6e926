import type { ApiName } from '#shared/contract/registry.ts'
import { row, type Row } from './row.ts'
import type { Stage, World } from './world.ts'

const PAIRS = [{ sourceField: 'title', targetField: 'title' }]
const ruleForm = ({ siteId, columnId, siblingId }: World) => ({
  title: '规则',
  sourceSiteId: siteId,
  sourceMenuId: columnId,
  targetSiteId: siteId,
  targetMenuId: siblingId,
  rules: PAIRS,
})
const withTitleField = async ({ admin, world }: Stage): Promise<void> => {
  for (const id of [world.columnId, world.siblingId]) {
    const { menuFieldDTOList } = await admin.ok('column.getSettingField', { id })
    if (menuFieldDTOList.some(({ fieldName }) => fieldName === 'title')) continue
    const field = {
      fieldName: 'title',
      fieldAlias: '标题',
      fieldType: 'SingleLine' as const,
      isAdd: true,
      isUpdate: true,
    }
    await admin.ok('column.settingField', { id, menuFieldDTOList: [field] })
  }
}
const ruleOf = async (stage: Stage): Promise<number> => {
  await withTitleField(stage)
  const { mark } = stage.world
  return (await stage.admin.ok('copyRule.save', { ...ruleForm(stage.world), title: `规则 ${mark}` })).id
}
const entryOf = async ({ admin, world }: Stage): Promise<number> =>
  (await admin.ok('content.save', { classId: world.columnId, isStatus: false, fieldList: [] })).id
/** A line of the log: of a copy from the world's column into the other. */
const lineOf = async (stage: Stage): Promise<number> => {
  const { siteId: targetSiteId, siblingId: targetMenuId } = stage.world
  const dataId = await entryOf(stage)
  await stage.admin.ok('crossCopy.copy', { dataId, targetList: [{ targetSiteId, targetMenuId }] })
  const { content } = await stage.admin.ok('copyLog.page', { page: 1, size: 1 })
  return content[0]?.id ?? 0
}
/** A line of what failed. */
const failedLineOf = async (stage: Stage): Promise<number> => {
  const made = await lineOf(stage)
  await stage.server.deps.db.updateTable('copy_log').set({ status: 0 }).where('id', '=', made).execute()
  return made
}

/** An entry of the world's column for which an update of its source waits. */
const updatedOf = async (stage: Stage): Promise<number> => {
  const targetId = await entryOf(stage)
  const row = { ruleId: 0, sourceId: 0, targetId, kind: 'update' as const, fields: '{}', author: '', createTime: 1 }
  const { db } = stage.server.deps
  const { id } = await db.insertInto('copy_update').values(row).returning('id').executeTakeFirstOrThrow()
  waiting.set(targetId, id)
  return targetId
}
const waiting = new Map<number, number>()

/** Rules and the log are of two sites; columns that a record names are asked with their codes. */
export const crossSiteRows: Partial<Record<ApiName, Row>> = {
  'copyRule.save': row('declared', ruleForm, withTitleField),
  'copyRule.page': row('own sites', () => ({ page: 1, size: 1000 }), ruleOf),
  'copyRule.deleteByIdList': row('site', ({ made }) => [made], ruleOf),
  'copyRule.findById': row('site', ({ made }) => ({ id: made }), ruleOf),
  'copyRule.updateRun': row('code', ({ made }) => ({ id: made, isRun: true }), ruleOf),
  'copyRule.run': row('code', ({ made }) => ({ id: made }), ruleOf),
  'copyLog.page': row('own sites', () => ({ page: 1, size: 1000 }), lineOf),
  'copyLog.deleteByIdList': { ...row('declared', ({ made }) => [made], lineOf), besides: { site: true } },
  'copyLog.retry': row('code', ({ made }) => ({ id: made }), failedLineOf),
  'crossCopy.copy': row(
    'declared',
    ({ made, siteId, siblingId }) => ({
      dataId: made,
      targetList: [{ targetSiteId: siteId, targetMenuId: siblingId }],
    }),
    entryOf,
  ),
  'crossCopy.links': row('declared', ({ made, columnId }) => ({ dataId: made, menuId: columnId }), entryOf),
  'crossCopy.answerUpdate': row(
    'declared',
    ({ made, columnId }) => ({ dataId: made, menuId: columnId, updateId: waiting.get(made) ?? 0, accept: false }),
    updatedOf,
  ),
  'crossCopy.runRules': row('declared', ({ made, columnId }) => ({ dataIds: [made], menuId: columnId }), entryOf),
}
