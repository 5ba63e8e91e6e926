import { acquireTransactionLock } from '#server/db/locks.ts'
import { treeHeight, withAncestors, withDescendants } from '#server/db/trees.ts'
import type { CallContext } from '#server/http/context.ts'
import { requireVersion, saveVersioned } from '#server/http/saveVersioned.ts'
import { MAX_CLASSIFY_LEVELS } from '#shared/contract/classify.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireUnused } from '../dictionary/index.ts'
import { type ClassifyRow, findEntries } from './tree.ts'

const missingEntry = () => new AppError('not-found', '多级字典的条目不存在，可能已被删除，请刷新')

/** @throws AppError `not-found` when the parent is missing, `invalid` for a position below itself or too deep */
function requireLocation(rows: readonly ClassifyRow[], id: number, parentId: number): void {
  if (parentId === 0) return
  const ancestors = withAncestors(rows, parentId)
  if (ancestors.length === 0) throw new AppError('not-found', '上级条目不存在，可能已被删除，请刷新后重新选择')
  if (id !== 0 && ancestors.some((row) => row.id === id))
    throw new AppError('invalid', '条目不能移到自身或其下级，请选择其他上级条目')
  if (ancestors.length + (id === 0 ? 1 : treeHeight(rows, id)) > MAX_CLASSIFY_LEVELS)
    throw new AppError('invalid', `多级字典最多 ${MAX_CLASSIFY_LEVELS} 级，请选择更高的上级条目`)
}

const describeEntry = ({ title }: ClassifyRow): string => `条目“${title}”`

/**
 * Adds an entry, or saves one whose version is unchanged. The lock serializes changes, so that two moves cannot
 * create a cycle.
 */
export async function saveEntry(ctx: CallContext, form: ParsedOf<'classify.save'>): Promise<ClassifyRow> {
  await acquireTransactionLock(ctx.db, 'classify')
  const { id, version, ...rest } = form
  const rows = await findEntries(ctx.db)
  const before = rows.find((row) => row.id === id)
  if (id !== 0 && !before) throw missingEntry()
  requireLocation(rows, id, rest.parentId)
  requireVersion(before, version, describeEntry)
  return saveVersioned(ctx, 'classify', {
    id,
    version,
    row: rest,
    insertOnly: { sort: 0 },
    find: () => Promise.reject(missingEntry()),
    nameOf: describeEntry,
  })
}

/**
 * Deletes entries with their descendants, all or none.
 * @throws AppError `not-found`, and `conflict` that says what uses one
 */
export async function removeEntries(ctx: CallContext, list: readonly number[]): Promise<void> {
  await acquireTransactionLock(ctx.db, 'classify')
  const rows = await findEntries(ctx.db)
  const missing = list.filter((id) => !rows.some((row) => row.id === id))
  if (missing.length > 0) throw new AppError('not-found', `编号为 ${missing.join('、')} 的条目不存在，请刷新后重新选择`)
  const all = withDescendants(rows, list)
  await requireUnused(ctx, 'multi-level', new Map(all.map((row) => [row.id, row.title])))
  const ids = all.map((row) => row.id)
  await ctx.db.deleteFrom('classify').where('id', 'in', ids).execute()
}

export async function sortEntry(ctx: CallContext, { id, sort }: ParsedOf<'classify.updateSort'>): Promise<void> {
  const row = await ctx.db.updateTable('classify').set({ sort }).where('id', '=', id).returning('id').executeTakeFirst()
  if (!row) throw missingEntry()
}
