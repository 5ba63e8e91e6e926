import type { CallContext } from '#server/http/context.ts'
import { isColumnGranted } from '#shared/domain/columnAccess.ts'
import { AppError } from '#shared/errors/index.ts'
import { type ColumnRow, findColumns, findSubtree } from './repo.ts'
import { requireAction } from './rules.ts'

/** The column that is moved or copied; null for a new one. */
type MovedColumn = Pick<ColumnRow, 'id' | 'title'> | null

/**
 * Checks the parent (0: top level) of a column; the tree is locked. Returns the parent, or null for the top level.
 * AppErrors: `not-found` for a missing parent, `forbidden` where no children are allowed, `invalid` for a position
 * below itself.
 */
export async function requireParent(
  ctx: CallContext,
  siteId: number,
  parentId: number,
  moved: MovedColumn,
): Promise<ColumnRow | null> {
  if (parentId === 0) return null
  const rows = await findColumns(ctx.db, siteId)
  const parent = rows.find((row) => row.id === parentId)
  if (!parent) throw new AppError('not-found', '上级栏目不存在，可能已被删除，请重新选择')
  requireAction(ctx, parent, 'addChild')
  if (moved && findSubtree(rows, moved.id).includes(parent))
    throw new AppError('invalid', `栏目“${moved.title}”不能移到自身或其下级栏目之下，请选择其他上级栏目`)
  return parent
}

/** @throws AppError `conflict` when another column of the site has the mark (A·§3: unique) */
export async function requireFreeMark(ctx: CallContext, siteId: number, mark: string, except: number): Promise<void> {
  if (!mark) return
  const existing = await ctx.db
    .selectFrom('site_column')
    .select(['id', 'siteId', 'title'])
    .where('siteId', '=', siteId)
    .where('identifies', '=', mark)
    .where('id', '!=', except)
    .executeTakeFirst()
  if (!existing) return
  const by = isColumnGranted(ctx.requireSignedIn().authority, existing)
    ? `栏目“${existing.title}”`
    : '当前站点的其他栏目'
  throw new AppError('conflict', `唯一标识“${mark}”已被${by}使用，请换一个`)
}
