import type { Database } from '#server/db/schema.ts'
import type { Updateable } from 'kysely'
import type { CallContext } from '#server/http/context.ts'
import type { ColumnSave } from '#shared/contract/columnForm.ts'
import { offeredPositions } from '#shared/domain/columnPosition.ts'
import { COLUMN_TYPE, manageUrlOf, offersPermission, initialPermissions } from '#shared/domain/columnType.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { changeColumn } from './change.ts'
import { EMPTY_COLUMN } from './empty.ts'
import { parseCodes, filterGrantable, grantToCreator } from './grant.ts'
import { requireFreeMark, requireParent } from './position.ts'
import { type ColumnRow, lockTree } from './repo.ts'
import { requireColumn, requireOwnSite } from './rules.ts'

/** Adds a column; without a type it becomes a plain one. */
export async function addColumn(ctx: CallContext, form: ColumnSave): Promise<ColumnRow> {
  const { siteId = 0, parentId = 0, menuType = COLUMN_TYPE.plain } = form
  requireOwnSite(siteId)
  await requireActiveSites(ctx, [siteId])
  await lockTree(ctx.db, siteId)
  const parent = await requireParent(ctx, siteId, parentId, null)
  await requireFreeMark(ctx, siteId, form.identifies ?? '', 0)
  requirePositions(form.showPositionIds, { identifies: form.identifies ?? '', moduleId: form.moduleId ?? 0 })
  const wanted = resolvePermissions(form, menuType, null)
  const setting = JSON.stringify(filterGrantable(ctx, siteId, wanted, parent ? [parent] : []))
  const { id } = await ctx.db
    .insertInto('site_column')
    .values({
      ...EMPTY_COLUMN,
      isAddArticle: menuType === COLUMN_TYPE.list ? 1 : 0,
      ...toStoredValues(form),
      title: form.title,
      siteId,
      parentId,
      menuType,
      setting,
      changedBy: ctx.requireSignedIn().username,
      changeTime: ctx.clock.now().getTime(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await ctx.db
    .updateTable('site_column')
    .set({ manageUrl: manageUrlOf(menuType, id) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await grantToCreator(ctx, [row])
  return row
}

/** Changes a column. Its site is fixed, as are position and type of a system column. */
export async function editColumn(ctx: CallContext, form: ColumnSave): Promise<ColumnRow> {
  const { siteId } = await requireColumn(ctx, form.id, 'edit')
  await lockTree(ctx.db, siteId)
  // Read again under the tree's lock: another move may have just ended.
  const before = await requireColumn(ctx, form.id, 'edit')
  const { parentId = before.parentId, menuType = before.menuType } = form
  if (form.siteId !== undefined && form.siteId !== siteId)
    throw new AppError('invalid', '栏目不能移到其他站点，请使用“复制栏目”')
  if (siteId === 0 && (parentId !== before.parentId || menuType !== before.menuType)) requireOwnSite(siteId)
  if (parentId !== before.parentId) await requireParent(ctx, siteId, parentId, before)
  const { identifies = before.identifies, moduleId = before.moduleId } = form
  if (identifies !== before.identifies) await requireFreeMark(ctx, siteId, identifies, before.id)
  requirePositions(form.showPositionIds, { identifies, moduleId })
  const change = {
    ...toStoredValues(form),
    title: form.title,
    parentId,
    menuType,
    setting: JSON.stringify(mergePermissions(ctx, before, resolvePermissions(form, menuType, before), menuType)),
    ...(siteId !== 0 && { manageUrl: manageUrlOf(menuType, before.id) }),
  }
  return changeColumn(ctx, before, change, form.version)
}

/** Permission ids after a change: the caller may only add and remove ids that it may grant. */
function mergePermissions(ctx: CallContext, before: ColumnRow, wanted: readonly number[], menuType: number): number[] {
  const had = parseCodes(before)
  const unchanged = wanted.filter((code) => had.includes(code))
  const added = wanted.filter((code) => !had.includes(code))
  const dropped = had.filter((code) => !wanted.includes(code))
  const removable = new Set(filterGrantable(ctx, before.siteId, dropped, [before]))
  // An id that the caller may not grant is kept, unless the new type does not offer it.
  const retained = dropped.filter((code) => !removable.has(code) && offersPermission(menuType, code))
  return [...unchanged, ...retained, ...filterGrantable(ctx, before.siteId, added, [before])].sort((a, b) => a - b)
}

/** @throws AppError `invalid` for a position that the column's kind does not offer */
export function requirePositions(
  wanted: readonly number[] | undefined,
  column: Parameters<typeof offeredPositions>[0],
): void {
  const offered = offeredPositions(column)
  const wrong = wanted?.find((position) => !offered.includes(position))
  if (wrong !== undefined) throw new AppError('invalid', '该栏目不支持所选的展示位置，请重新选择')
}

/** A·§4: a new type brings its own permission ids, unless the form names some; those must be offered by the type. */
function resolvePermissions({ setting }: ColumnSave, menuType: number, before: ColumnRow | null): readonly number[] {
  const wrong = setting?.find((code) => !offersPermission(menuType, code))
  if (wrong !== undefined) throw new AppError('invalid', `该类型的栏目不支持操作权限 ${wrong}，请取消勾选`)
  if (setting) return [...new Set(setting)].sort((a, b) => a - b)
  if (before?.menuType === menuType) return parseCodes(before)
  return initialPermissions(menuType)
}

const TEXTS = ['enTitle', 'identifies', 'code', 'frontUrl', 'seoTitle', 'seoKeywords', 'seoDescription'] as const
const NUMBERS = ['sort', 'moduleId'] as const
const FLAGS = ['targetBlank', 'clue', 'isAddArticle'] as const
const LISTS = [
  'frontListUrl',
  'frontListTemplate',
  'frontDetailUrl',
  'frontDetailTemplate',
  'apiUrlList',
  'showPositionIds',
] as const

/** The form in stored form; values that the form leaves out are absent. */
function toStoredValues(form: ColumnSave): Updateable<Database['site_column']> {
  const entries: [string, unknown][] = [
    ...[...TEXTS, ...NUMBERS].map((name): [string, unknown] => [name, form[name]]),
    ...FLAGS.map((name): [string, unknown] => [name, form[name] === undefined ? undefined : Number(form[name])]),
    ...LISTS.map((name): [string, unknown] => [name, form[name] && JSON.stringify(form[name])]),
  ]
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
