import { addColumn, setFields } from '#server/areas/column/column/index.ts'
import type { CallContext } from '#server/http/context.ts'
import type { ImportKind, ImportMapping } from '#shared/contract/contentImport.ts'
import { saveInput } from '#shared/contract/columnForm.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireContentColumn, type ContentColumn, requireAction } from '../entry/index.ts'
import { DEFAULT_FIELDS, createPlan, type TargetPlan } from './plan.ts'

/** Plans by group key; groups that are not imported are missing. */
export type Plans = ReadonlyMap<string, TargetPlan>

interface PlanRequest {
  siteId: number
  kind: ImportKind
  mapping: ImportMapping
  /** Column titles of a sheet. */
  titles: readonly string[]
}

/**
 * Creates the plans of a mapping, and checks the caller's rights.
 * @throws AppErrors `forbidden` and `not-found` for columns, `invalid` for an impossible mapping
 */
export async function createPlans(ctx: CallContext, { siteId, kind, mapping, titles }: PlanRequest): Promise<Plans> {
  const plans = new Map<string, TargetPlan>()
  const byColumn = new Map<number, ContentColumn>()
  for (const { key, to, classId, title, parentId } of mapping.groups) {
    if (to === 'skip') continue
    if (to === 'new') {
      requireColumnCreator(ctx)
      if (kind === 'sheet') throw new AppError('invalid', '表格请导入到已有的栏目')
      if (title === '') throw new AppError('invalid', '请填写新栏目的名称')
      if (parentId !== 0) await requireColumnOnSite(ctx, parentId, siteId)
      plans.set(key, await createPlan(ctx.db, { title, column: null }, kind, mapping, titles))
      continue
    }
    if (classId === 0) throw new AppError('invalid', '请选择要导入到的栏目')
    const column = byColumn.get(classId) ?? (await requireListColumn(ctx, classId, siteId, mapping))
    byColumn.set(classId, column)
    plans.set(key, await createPlan(ctx.db, { title: column.title, column }, kind, mapping, titles))
  }
  if (plans.size === 0) throw new AppError('invalid', '请至少选择一个分组要导入到的栏目')
  return plans
}

async function requireListColumn(
  ctx: CallContext,
  classId: number,
  siteId: number,
  { publish, again }: ImportMapping,
): Promise<ContentColumn> {
  const column = await requireContentColumn(ctx, classId, siteId)
  requireAction(ctx, column, 'import')
  if (again === 'update') requireAction(ctx, column, 'edit')
  if (publish) requireAction(ctx, column, 'publish')
  if (column.isArticle) throw new AppError('invalid', `栏目“${column.title}”只有一篇内容，无法导入，请选择列表栏目`)
  return column
}

async function requireColumnOnSite(ctx: CallContext, id: number, siteId: number): Promise<void> {
  const row = await ctx.db.selectFrom('site_column').select('siteId').where('id', '=', id).executeTakeFirst()
  if (row?.siteId !== siteId) throw new AppError('not-found', '上级栏目不存在，可能已被删除，请重新选择')
}

function requireColumnCreator(ctx: CallContext): void {
  const { authority } = ctx.requireSignedIn()
  if ([MENU.columns, MENU.channels].some((menu) => canSeeMenu(authority, menu))) return
  throw new AppError('forbidden', '没有新增栏目的权限，请选择已有的栏目')
}

/**
 * Creates the new columns of a mapping and returns the mapping with their ids. Groups with the same new name share a
 * column.
 */
export async function createColumns(ctx: CallContext, siteId: number, mapping: ImportMapping): Promise<ImportMapping> {
  const columnIds = new Map<string, number>()
  const groups: ImportMapping['groups'] = []
  for (const group of mapping.groups) {
    if (group.to !== 'new') {
      groups.push(group)
      continue
    }
    requireColumnCreator(ctx)
    const { title, parentId } = group
    const name = `${parentId} ${title}`
    const classId = columnIds.get(name) ?? (await createColumn(ctx, { siteId, title, parentId }))
    columnIds.set(name, classId)
    groups.push({ ...group, to: 'column', classId })
  }
  return { ...mapping, groups }
}

async function createColumn(
  ctx: CallContext,
  place: { siteId: number; title: string; parentId: number },
): Promise<number> {
  const { id } = await addColumn(ctx, saveInput.parse({ ...place, id: 0, menuType: COLUMN_TYPE.list }))
  const menuFieldDTOList = [...DEFAULT_FIELDS]
  await setFields(ctx, { id, menuFieldDTOList })
  return id
}
