import type { CallContext } from '#server/http/context.ts'
import type { MenuField } from '#shared/contract/column.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { chunks, type Entry, lockLive, type Values, withBodies } from './entries.ts'
import { columnFor, type ContentColumn } from './rules.ts'
import { requireOnly } from './save.ts'
import { type Reason, writeEntry } from './write.ts'

/** What was copied, and the fields that the other column doesn't have. */
export interface Copied {
  ids: number[]
  /** Aliases of fields that held something and were left out. */
  left: string[]
}

/** Copies entries into a column as drafts, or moves them there; all or none. */
export async function copyContent(ctx: CallContext, order: ParsedOf<'content.copy'>): Promise<Copied> {
  const { classId, copyIdsFrom, isCut, toMenuId, toSiteId } = order
  // The row's own copy and the batch have different codes.
  const source = await columnFor(ctx, classId, copyIdsFrom.length === 1 ? ['copy', 'copyMany'] : 'copyMany')
  if (isCut) await columnFor(ctx, classId, 'remove')
  if (isCut && toMenuId === classId) throw new AppError('invalid', '目标栏目就是当前栏目，请选择别的栏目')
  const target = await targetFor(ctx, toMenuId, toSiteId)
  const rows = await lockLive(ctx, source, copyIdsFrom)
  if (target.isArticle && rows.length > 1)
    throw new AppError('conflict', `栏目“${target.title}”只能有一篇内容，请只选择一条`)
  const ids: number[] = []
  const left = new Set<string>()
  for (const part of chunks(rows))
    for (const entry of await withBodies(ctx.db, part)) {
      for (const field of missingIn(source, target, entry.values)) left.add(field.fieldAlias || field.fieldName)
      ids.push(isCut ? await moveEntry(ctx, target, entry, 'copy') : await copyEntry(ctx, target, entry))
    }
  return { ids, left: [...left] }
}

/** The column that entries may be put into. AppErrors `not-found`, `forbidden`, `conflict` when a single article is there. */
export async function targetFor(ctx: CallContext, toMenuId: number, toSiteId?: number): Promise<ContentColumn> {
  const seen = await columnFor(ctx, toMenuId, ['add', 'edit'], toSiteId)
  const target = await columnFor(ctx, toMenuId, seen.isArticle ? 'edit' : 'add')
  await requireOnly(ctx, target)
  return target
}

async function copyEntry(ctx: CallContext, target: ContentColumn, { row, values }: Entry): Promise<number> {
  const xgid = row.xgid || row.id
  if (row.xgid === 0) await ctx.db.updateTable('content').set({ xgid }).where('id', '=', row.id).execute()
  const names = new Set(target.fields.map(({ fieldName }) => fieldName))
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
  const copy = await writeEntry(ctx, target, null, { values: kept, isStatus: false, reason: 'copy', set: { xgid } })
  return copy.id
}

/**
 * Moves an entry, which the caller has locked, to another column as a draft. It keeps its number, its history, and what
 * the other column has no field for, so that moving it back loses nothing.
 */
export async function moveEntry(
  ctx: CallContext,
  target: ContentColumn,
  entry: Entry,
  reason: Extract<Reason, 'copy' | 'forward'>,
): Promise<number> {
  const { values } = entry
  return (await writeEntry(ctx, target, entry, { values, isStatus: false, reason, set: { promotions: 0, sort: 0 } })).id
}

/** Fields of the source that hold something which the target has no field of that name for. */
export function missingIn(source: ContentColumn, target: ContentColumn, values: Values): MenuField[] {
  const names = new Set(target.fields.map(({ fieldName }) => fieldName))
  return source.fields.filter(({ fieldName }) => !names.has(fieldName) && (values[fieldName] ?? '') !== '')
}
