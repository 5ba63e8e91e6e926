import type { CallContext } from '#server/http/context.ts'
import type { MenuField } from '#shared/contract/column.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { recordEvents } from './events.ts'
import { approvals } from './approvalPort.ts'
import { remapRelations } from './remapRelations.ts'
import { toChunks, type Entry, type EntryRow, lockActive, type Values, readWithBodies } from '../store/entries.ts'
import { requireContentColumn, type ContentColumn, requireAction } from '../store/rules.ts'
import { requireNoArticle } from './save.ts'
import { type Reason, writeEntries, type EntryWrite } from './write.ts'
import { type NewDraft, writeDrafts } from './writeMany.ts'

/** Ids of the copies, and what could not be copied. */
export interface CopyResult {
  ids: number[]
  /** Aliases of non-empty fields that the target column lacks. */
  left: string[]
  /** Aliases of fields with labels or related entries that the target site lacks. */
  lost: string[]
}

/** Copies entries into a column as drafts, or moves them there. All or none. */
export async function copyContent(ctx: CallContext, order: ParsedOf<'content.copy'>): Promise<CopyResult> {
  const { classId, copyIdsFrom, isCut, toMenuId, toSiteId } = order
  // Copying one entry and copying several have different permission codes.
  const source = await requireContentColumn(ctx, classId)
  requireAction(ctx, source, copyIdsFrom.length === 1 ? ['copy', 'copyMany'] : 'copyMany')
  if (isCut) requireAction(ctx, source, 'remove')
  if (isCut && toMenuId === classId) throw new AppError('invalid', '目标栏目与当前栏目相同，请选择其他栏目')
  const target = await requireTarget(ctx, toMenuId, toSiteId)
  const rows = await lockActive(ctx, source, copyIdsFrom)
  if (target.isArticle && rows.length > 1)
    throw new AppError('conflict', `栏目“${target.title}”只能有一篇内容，请只选择一篇`)
  const ids: number[] = []
  const left = new Set<string>()
  const lost = new Set<string>()
  for (const part of toChunks(rows)) {
    const entries = await readWithBodies(ctx.db, part)
    for (const { values } of entries)
      for (const field of findMissingFields(source, target, values)) left.add(fieldTitle(field))
    if (!isCut) await setOriginIds(ctx, part)
    const mapped = await remapRelations(ctx.db, source, target, entries)
    for (const field of mapped.flatMap((each) => each.lost)) lost.add(fieldTitle(field))
    if (isCut) await approvals.get().withdraw(ctx, part, { remark: '内容被移动到其他栏目' })
    const valuesOf = (entry: Entry, at: number): Values => mapped[at]?.values ?? entry.values
    if (isCut) {
      const written = entries.map((entry, at) => toMove(source, target, entry, valuesOf(entry, at), 'copy'))
      ids.push(...(await writeEntries(ctx, target, written)).map(({ id }) => id))
      continue
    }
    const drafts = entries.map((entry, at) => toCopyDraft(source, target, entry, valuesOf(entry, at)))
    const copyIds = await writeDrafts(ctx, target, drafts, 'copy')
    ids.push(...copyIds)
    await recordEvents(
      ctx,
      part.map((entry, at) => ({ entry, kind: 'copiedTo', detail: target.title, refId: copyIds[at] ?? 0 })),
    )
  }
  return { ids, left: [...left], lost: [...lost] }
}

/** The target column. AppErrors `not-found`, `forbidden`, and `conflict` when its single article exists already. */
export async function requireTarget(ctx: CallContext, toMenuId: number, toSiteId?: number): Promise<ContentColumn> {
  const target = await requireContentColumn(ctx, toMenuId, toSiteId)
  requireAction(ctx, target, target.isArticle ? 'edit' : 'add')
  await requireNoArticle(ctx, target)
  return target
}

/** Gives originals their own id as xgid; copies share it. */
async function setOriginIds({ db }: CallContext, rows: readonly EntryRow[]): Promise<void> {
  const first = rows.flatMap(({ id, xgid }) => (xgid === 0 ? id : []))
  if (first.length === 0) return
  await db
    .updateTable('content')
    .set((eb) => ({ xgid: eb.ref('id') }))
    .where('id', 'in', first)
    .execute()
}

function toCopyDraft(source: ContentColumn, target: ContentColumn, { row }: Entry, values: Values): NewDraft {
  const names = new Set(target.fields.map(({ fieldName }) => fieldName))
  const commonValues = Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
  const note = { detail: source.title, refId: row.id }
  return { values: commonValues, sort: 0, xgid: row.xgid || row.id, note }
}

function toMove(
  source: ContentColumn,
  target: ContentColumn,
  before: Entry,
  values: Values,
  reason: Extract<Reason, 'copy' | 'forward'>,
): EntryWrite {
  const note = { detail: `从“${source.title}”到“${target.title}”` }
  return { before, change: { values, isStatus: false, reason, set: { promotions: 0, sort: 0 }, note } }
}

/**
 * Moves a locked entry to another column as a draft. The entry keeps its id, its history and the values that the
 * target has no field for, so that moving it back loses nothing.
 */
export async function moveEntry(
  ctx: CallContext,
  source: ContentColumn,
  target: ContentColumn,
  entry: Entry,
): Promise<void> {
  await approvals.get().withdraw(ctx, [entry.row], { remark: '内容被转发到其他栏目' })
  await writeEntries(ctx, target, [toMove(source, target, entry, entry.values, 'forward')])
}

/** Non-empty fields of the source without a field of the same name in the target. */
export function findMissingFields(source: ContentColumn, target: ContentColumn, values: Values): MenuField[] {
  const names = new Set(target.fields.map(({ fieldName }) => fieldName))
  return source.fields.filter(({ fieldName }) => !names.has(fieldName) && (values[fieldName] ?? '') !== '')
}
