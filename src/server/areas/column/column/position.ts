import type { CallContext } from '#server/http/context.ts'
import { isColumnGranted } from '#shared/domain/columnAccess.ts'
import { AppError } from '#shared/errors/index.ts'
import { type ColumnRow, findColumns, subtree } from './repo.ts'
import { requireAction } from './rules.ts'

/** What is moved or copied, or null for something new. */
type Moved = Pick<ColumnRow, 'id' | 'title'> | null

/**
 * May something stand below the parent (0: at the top) of this site? AppErrors: `not-found` for a parent that isn't
 * there, `forbidden` where it takes no children, `invalid` for a place below itself. The tree is locked. Answers the
 * parent; null: the top.
 */
export async function requireParent(
  ctx: CallContext,
  siteId: number,
  parentId: number,
  moved: Moved,
): Promise<ColumnRow | null> {
  if (parentId === 0) return null
  const rows = await findColumns(ctx.db, siteId)
  const parent = rows.find((row) => row.id === parentId)
  if (!parent) throw new AppError('not-found', '上级栏目不存在，可能已被删除，请重新选择')
  requireAction(ctx, parent, 'addChild')
  if (moved && subtree(rows, moved.id).includes(parent))
    throw new AppError('invalid', `不能把栏目“${moved.title}”放到它自己或它的下级栏目下面，请选择别的上级栏目`)
  return parent
}

/** @throws AppError `conflict` when another column of the site has the mark (A·§3: unique) */
export async function requireFreeMark(ctx: CallContext, siteId: number, mark: string, except: number): Promise<void> {
  if (!mark) return
  const taken = await ctx.db
    .selectFrom('site_column')
    .select(['id', 'siteId', 'title'])
    .where('siteId', '=', siteId)
    .where('identifies', '=', mark)
    .where('id', '!=', except)
    .executeTakeFirst()
  if (!taken) return
  const by = isColumnGranted(ctx.signed().authority, taken) ? `栏目“${taken.title}”` : '这个站点的另一个栏目'
  throw new AppError('conflict', `唯一标识“${mark}”已被${by}使用，请换一个`)
}
