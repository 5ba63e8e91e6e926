import { updateCounts } from '../store/counts.ts'
import { toChunks, type Values } from '../store/entries.ts'
import { type EntryEvent, recordEvents } from './events.ts'
import { storeFileUses } from './files.ts'
import type { ContentColumn } from '../store/rules.ts'
import { writeInitials } from '../searchIndex/initials.ts'
import { addToIndex, buildIndexEntry } from '../searchIndex/searchIndex.ts'
import { findTitle } from '../store/texts.ts'
import { changedNames } from './agreement.ts'
import { createBlankRow, type Reason, splitValues, type Writer } from './write.ts'

/** A new draft. */
export interface NewDraft {
  values: Values
  sort: number
  /** For a copy: id of the original. */
  xgid?: number
  /** Detail for its timeline event. */
  note?: Pick<EntryEvent, 'detail' | 'refId'>
}

/** What all drafts of a call share. */
interface DraftBatch {
  column: ContentColumn
  reason: Extract<Reason, 'import' | 'copy'>
  /** ms since 1970. */
  now: number
}

/** A draft whose row has been inserted. */
interface InsertedDraft {
  id: number
  values: Values
  note: NewDraft['note']
}

/**
 * Inserts new drafts like writeEntry, but in batches, for imports and copies. Returns their ids, ascending in the
 * order of the drafts.
 */
export async function writeDrafts(
  ctx: Writer,
  column: ContentColumn,
  drafts: readonly NewDraft[],
  reason: DraftBatch['reason'],
): Promise<number[]> {
  const made = { column, reason, now: ctx.clock.now().getTime() }
  const written: number[] = []
  for (const part of toChunks(drafts)) {
    const rows = await writeRows(ctx, made, part)
    await writeTexts(ctx, column, rows)
    await storeFileUses(ctx.db, rows, true)
    await writeRevisions(ctx, made, rows)
    await recordDraftEvents(ctx, made, rows)
    const at = { classId: column.id, isRecycled: 0, isStatus: 0 } as const
    await updateCounts(
      ctx.db,
      rows.map(() => [null, at]),
    )
    written.push(...rows.map(({ id }) => id))
  }
  return written
}

async function writeRows(
  ctx: Writer,
  { column, now }: DraftBatch,
  part: readonly NewDraft[],
): Promise<InsertedDraft[]> {
  const { username } = ctx.requireSignedIn()
  const made = await ctx.db
    .insertInto('content')
    .values(
      part.map(({ values, sort, xgid = 0 }) => ({
        ...createBlankRow(ctx, now),
        classId: column.id,
        siteId: column.siteId,
        isStatus: 0 as const,
        title: findTitle(column.fields, values),
        fields: JSON.stringify(splitValues(column, values).short),
        updateTime: now,
        updatedBy: username,
        sort,
        xgid,
      })),
    )
    .returning('id')
    .execute()
  // Ids are assigned in the order of the values, but RETURNING may use another order.
  const ids = made.map(({ id }) => id).sort((a, b) => a - b)
  return part.map(({ values, note }, at) => ({ id: ids[at] ?? 0, values, note }))
}

async function writeTexts({ db }: Writer, column: ContentColumn, rows: readonly InsertedDraft[]): Promise<void> {
  const found = rows.map(({ id, values }) => ({ id, values, ...buildIndexEntry(column, values) }))
  await db
    .insertInto('content_body')
    .values(
      found.map(({ id, values, texts }) => ({
        contentId: id,
        bodies: JSON.stringify(splitValues(column, values).long),
        texts: JSON.stringify(texts),
      })),
    )
    .execute()
  await addToIndex(
    db,
    found.map(({ id, words }) => ({ id, words })),
  )
  const titled = rows.map(({ id, values }) => ({ id, classId: column.id, title: findTitle(column.fields, values) }))
  await writeInitials(db, titled)
}

async function writeRevisions(ctx: Writer, { reason, now }: DraftBatch, rows: readonly InsertedDraft[]): Promise<void> {
  const { username } = ctx.requireSignedIn()
  await ctx.db
    .insertInto('content_revision')
    .values(
      rows.map(({ id, values }) => ({
        contentId: id,
        version: 1,
        isStatus: 0 as const,
        fields: JSON.stringify(values),
        changed: JSON.stringify(changedNames({}, values)),
        reason,
        author: username,
        createTime: now,
      })),
    )
    .execute()
}

/** Stores a timeline event with the origin of each draft. */
const recordDraftEvents = (
  ctx: Writer,
  { column, reason }: DraftBatch,
  rows: readonly InsertedDraft[],
): Promise<void> =>
  recordEvents(
    ctx,
    rows.map(({ id, values, note }) => ({
      entry: { classId: column.id, siteId: column.siteId, id, title: findTitle(column.fields, values) },
      kind: reason === 'copy' ? 'copiedFrom' : 'imported',
      version: 1,
      ...note,
    })),
  )
