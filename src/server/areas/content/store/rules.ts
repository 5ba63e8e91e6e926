import type { Flag } from '#server/db/table.ts'
import type { CallContext } from '#server/http/context.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { readWorkflowLink } from '#shared/contract/columnEdit.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { type ContentAction, contentRefusal } from '#shared/domain/contentAccess.ts'
import { AppError } from '#shared/errors/index.ts'
import { type ColumnRow, findColumn, shareFieldsLock } from '#server/areas/column/column/index.ts'
import { requireLivingSites } from '#server/siteAccess.ts'

/** A column that holds content, with its fields in their order. */
export interface ContentColumn {
  id: number
  siteId: number
  title: string
  code: string
  /** Holds one entry, without a list. */
  isArticle: boolean
  fields: readonly MenuField[]
  row: ColumnRow
}

const GONE = '栏目不存在，可能已被删除，请刷新后重新选择'

/**
 * The column, if it is there and holds content (`not-found`, `invalid`); with a site, only one of that site. Who may is
 * asked by the contract for columns that the input names, and by `requireAction` for what only a record knows. In a
 * transaction its fields stay until that ends.
 */
export async function columnFor(
  ctx: Pick<CallContext, 'db'>,
  classId: number,
  siteId?: number,
): Promise<ContentColumn> {
  const column = await findContentColumn(ctx, classId)
  if (!column || (siteId && siteId !== column.siteId)) throw new AppError('not-found', GONE)
  return column
}

/** The same; null: it is not there. */
export async function findContentColumn(ctx: Pick<CallContext, 'db'>, classId: number): Promise<ContentColumn | null> {
  if (ctx.db.isTransaction) await shareFieldsLock(ctx.db, classId)
  const row = await findColumn(ctx.db, classId)
  if (!row || row.siteId === 0) return null
  const column = contentColumn(row)
  await requireLivingSites(ctx, [row.siteId])
  if (row.menuType !== COLUMN_TYPE.list && !column.isArticle)
    throw new AppError('invalid', `栏目“${row.title}”不是内容栏目，请选择列表栏目或单篇栏目`)
  return column
}

/** AppError `forbidden` unless the caller may do one of the actions. */
export function requireAction(
  ctx: CallContext,
  column: ContentColumn,
  action: ContentAction | readonly ContentAction[],
): void {
  const refusals = [action].flat().map((one) => contentRefusal(ctx.signed().authority, column, one))
  if (!refusals.includes(null)) throw new AppError('forbidden', refusals[0] ?? '')
}

/** The column of a form that adds an entry (id 0) or edits one; AppErrors as in columnFor and requireAction. */
export async function columnOfForm(
  ctx: CallContext,
  { id, classId, siteId }: { id: number; classId: number; siteId?: number | undefined },
): Promise<ContentColumn> {
  const column = await columnFor(ctx, classId, siteId)
  requireAction(ctx, column, id !== 0 || column.isArticle ? 'edit' : 'add')
  return column
}

/** May the caller do it in the column? */
export const allowed = (ctx: CallContext, column: ContentColumn, action: ContentAction): boolean =>
  contentRefusal(ctx.signed().authority, column, action) === null

export function contentColumn(row: ColumnRow): ContentColumn {
  const { id, siteId, title, code, menuType } = row
  const fields = (JSON.parse(row.fields) as MenuField[]).sort((a, b) => a.sort - b.sort)
  return { id, siteId, title, code, isArticle: menuType === COLUMN_TYPE.article, fields, row }
}

/** The workflow that has to agree before an entry of the column is public; null: none. */
export function workflowOf({ row }: ContentColumn): { workFlowId: number } | null {
  const link = readWorkflowLink(row.relationWorkFlow)
  return link?.status ? link : null
}

/** A new single article needs the right to edit, which is all that such a column has. What is public needs 1104. */
export function requireSaver(
  ctx: CallContext,
  column: ContentColumn,
  before: { row: { isStatus: Flag } } | null,
  isStatus: boolean,
): void {
  requireAction(ctx, column, before || column.isArticle ? 'edit' : 'add')
  // With a workflow, publishing only applies for it, so the right to publish is not needed.
  const applies = isStatus && workflowOf(column) !== null
  if (!applies && (isStatus || before?.row.isStatus === 1)) requireAction(ctx, column, 'publish')
}
