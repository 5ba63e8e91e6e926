import type { Flag } from '#server/db/table.ts'
import type { CallContext } from '#server/http/context.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { readWorkflowLink } from '#shared/contract/columnEdit.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { type ContentAction, contentRefusal } from '#shared/domain/contentAccess.ts'
import { AppError } from '#shared/errors/index.ts'
import { type ColumnRow, findColumn, shareFieldsLock } from '#server/areas/column/column/index.ts'
import { requireActiveSites } from '#server/siteAccess.ts'

/** A column that holds content, with its fields in order. */
export interface ContentColumn {
  id: number
  siteId: number
  title: string
  code: string
  /** The column holds a single entry and has no list. */
  isArticle: boolean
  fields: readonly MenuField[]
  row: ColumnRow
}

const MISSING = '栏目不存在，可能已被删除，请刷新后重新选择'

/**
 * Finds a column that holds content (AppErrors `not-found`, `invalid`), optionally only on one site. Permissions are
 * checked by the contract for columns in the input, and by `requireAction` for columns known only from a record.
 * Within a transaction the fields stay unchanged until it ends.
 */
export async function requireContentColumn(
  ctx: Pick<CallContext, 'db'>,
  classId: number,
  siteId?: number,
): Promise<ContentColumn> {
  const column = await findContentColumn(ctx, classId)
  if (!column || (siteId && siteId !== column.siteId)) throw new AppError('not-found', MISSING)
  return column
}

/** Like columnFor; null when the column is missing. */
export async function findContentColumn(ctx: Pick<CallContext, 'db'>, classId: number): Promise<ContentColumn | null> {
  if (ctx.db.isTransaction) await shareFieldsLock(ctx.db, classId)
  const row = await findColumn(ctx.db, classId)
  if (!row || row.siteId === 0) return null
  const column = toContentColumn(row)
  await requireActiveSites(ctx, [row.siteId])
  if (row.menuType !== COLUMN_TYPE.list && !column.isArticle)
    throw new AppError('invalid', `栏目“${row.title}”不是内容栏目，请选择列表栏目或单篇栏目`)
  return column
}

/** AppError `forbidden` unless the caller may perform one of the actions. */
export function requireAction(
  ctx: CallContext,
  column: ContentColumn,
  action: ContentAction | readonly ContentAction[],
): void {
  const refusals = [action].flat().map((one) => contentRefusal(ctx.requireSignedIn().authority, column, one))
  if (!refusals.includes(null)) throw new AppError('forbidden', refusals[0] ?? '')
}

/** The column of a form that adds (id 0) or edits an entry. AppErrors of columnFor and requireAction. */
export async function requireFormColumn(
  ctx: CallContext,
  { id, classId, siteId }: { id: number; classId: number; siteId?: number | undefined },
): Promise<ContentColumn> {
  const column = await requireContentColumn(ctx, classId, siteId)
  requireAction(ctx, column, id !== 0 || column.isArticle ? 'edit' : 'add')
  return column
}

/** May the caller perform the action in the column? */
export const isAllowed = (ctx: CallContext, column: ContentColumn, action: ContentAction): boolean =>
  contentRefusal(ctx.requireSignedIn().authority, column, action) === null

export function toContentColumn(row: ColumnRow): ContentColumn {
  const { id, siteId, title, code, menuType } = row
  const fields = (JSON.parse(row.fields) as MenuField[]).sort((a, b) => a.sort - b.sort)
  return { id, siteId, title, code, isArticle: menuType === COLUMN_TYPE.article, fields, row }
}

/** The workflow that must agree before entries of the column become public; null for none. */
export function findWorkflow({ row }: ContentColumn): { workFlowId: number } | null {
  const link = readWorkflowLink(row.relationWorkFlow)
  return link?.status ? link : null
}

/** Creating a single article needs only the edit right, the only one that such a column has. Publishing needs 1104. */
export function requireSaveRights(
  ctx: CallContext,
  column: ContentColumn,
  before: { row: { isStatus: Flag } } | null,
  isStatus: boolean,
): void {
  requireAction(ctx, column, before || column.isArticle ? 'edit' : 'add')
  // With a workflow, publishing only submits, so the publish right is not needed.
  const submits = isStatus && findWorkflow(column) !== null
  if (!submits && (isStatus || before?.row.isStatus === 1)) requireAction(ctx, column, 'publish')
}
