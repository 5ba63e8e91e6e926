import type { CallContext } from '#server/http/context.ts'
import type { MenuField } from '#shared/contract/column.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { noteEvents } from './events.ts'
import { approvals } from './approvalPort.ts'
import { remapRelations } from './remapRelations.ts'
import { chunks, type Entry, type EntryRow, lockLive, type Values, withBodies } from '../store/entries.ts'
import { columnFor, type ContentColumn, requireAction } from '../store/rules.ts'
import { requireOnly } from './save.ts'
import { type Reason, writeEntries, type Writing } from './write.ts'
import { type NewDraft, writeDrafts } from './writeMany.ts'

/** What was copied, and the fields that the other column doesn't have. */
export interface Copied {
  ids: number[]
  /** Aliases of fields that held something and were left out. */
  left: string[]
  /** Aliases of fields whose labels or related entries are not all on the other site. */
  lost: string[]
}

/** Copies entries into a column as drafts, or moves them there; all or none. */
export async function copyContent(ctx: CallContext, order: ParsedOf<'content.copy'>): Promise<Copied> {
  const { classId, copyIdsFrom, isCut, toMenuId, toSiteId } = order
  // Copying one entry and copying several have different permission codes.
  const source = await columnFor(ctx, classId)
  requireAction(ctx, source, copyIdsFrom.length === 1 ? ['copy', 'copyMany'] : 'copyMany')
  if (isCut) requireAction(ctx, source, 'remove')
  if (isCut && toMenuId === classId) throw new AppError('invalid', '目标栏目就是当前栏目，请选择别的栏目')
  const target = await targetFor(ctx, toMenuId, toSiteId)
  const rows = await lockLive(ctx, source, copyIdsFrom)
  if (target.isArticle && rows.length > 1)
    throw new AppError('conflict', `栏目“${target.title}”只能有一篇内容，请只选择一条`)
  const ids: number[] = []
  const left = new Set<string>()
  const lost = new Set<string>()
  for (const part of chunks(rows)) {
    const entries = await withBodies(ctx.db, part)
    for (const { values } of entries) for (const field of missingIn(source, target, values)) left.add(fieldTitle(field))
    if (!isCut) await markCopied(ctx, part)
    const carried = await remapRelations(ctx.db, source, target, entries)
    for (const field of carried.flatMap((each) => each.lost)) lost.add(fieldTitle(field))
    if (isCut) await approvals.get().withdraw(ctx, part, { remark: '内容被移动到别的栏目' })
    const valuesOf = (entry: Entry, at: number): Values => carried[at]?.values ?? entry.values
    if (isCut) {
      const written = entries.map((entry, at) => moved(source, target, entry, valuesOf(entry, at), 'copy'))
      ids.push(...(await writeEntries(ctx, target, written)).map(({ id }) => id))
      continue
    }
    const drafts = entries.map((entry, at) => copied(source, target, entry, valuesOf(entry, at)))
    const made = await writeDrafts(ctx, target, drafts, 'copy')
    ids.push(...made)
    await noteEvents(
      ctx,
      part.map((entry, at) => ({ entry, kind: 'copiedTo', detail: target.title, refId: made[at] ?? 0 })),
    )
  }
  return { ids, left: [...left], lost: [...lost] }
}

/** The column that entries may be put into. AppErrors `not-found`, `forbidden`, `conflict` when a single article is there. */
export async function targetFor(ctx: CallContext, toMenuId: number, toSiteId?: number): Promise<ContentColumn> {
  const target = await columnFor(ctx, toMenuId, toSiteId)
  requireAction(ctx, target, target.isArticle ? 'edit' : 'add')
  await requireOnly(ctx, target)
  return target
}

/** Entries have the same xgid as their copies: the first one's number. */
async function markCopied({ db }: CallContext, rows: readonly EntryRow[]): Promise<void> {
  const first = rows.flatMap(({ id, xgid }) => (xgid === 0 ? id : []))
  if (first.length === 0) return
  await db
    .updateTable('content')
    .set((eb) => ({ xgid: eb.ref('id') }))
    .where('id', 'in', first)
    .execute()
}

function copied(source: ContentColumn, target: ContentColumn, { row }: Entry, values: Values): NewDraft {
  const names = new Set(target.fields.map(({ fieldName }) => fieldName))
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
  const note = { detail: source.title, refId: row.id }
  return { values: kept, sort: 0, xgid: row.xgid || row.id, note }
}

function moved(
  source: ContentColumn,
  target: ContentColumn,
  before: Entry,
  values: Values,
  reason: Extract<Reason, 'copy' | 'forward'>,
): Writing {
  const note = { detail: `从“${source.title}”到“${target.title}”` }
  return { before, change: { values, isStatus: false, reason, set: { promotions: 0, sort: 0 }, note } }
}

/**
 * Moves an entry, which the caller has locked, to another column as a draft. It keeps its number, its history, and what
 * the other column has no field for, so that moving it back loses nothing.
 */
export async function moveEntry(
  ctx: CallContext,
  source: ContentColumn,
  target: ContentColumn,
  entry: Entry,
): Promise<void> {
  await approvals.get().withdraw(ctx, [entry.row], { remark: '内容被转发到别的栏目' })
  await writeEntries(ctx, target, [moved(source, target, entry, entry.values, 'forward')])
}

/** Fields of the source that hold something which the target has no field of that name for. */
export function missingIn(source: ContentColumn, target: ContentColumn, values: Values): MenuField[] {
  const names = new Set(target.fields.map(({ fieldName }) => fieldName))
  return source.fields.filter(({ fieldName }) => !names.has(fieldName) && (values[fieldName] ?? '') !== '')
}
