import type { CallContext } from '#server/http/context.ts'
import { forbiddingClasses } from '#server/areas/data/sensitive/index.ts'
import { classesAskedFor, sensitiveIn } from './agreement.ts'
import { problemsOf, requireRight } from './check.ts'
import { chunks, type Entry, type EntryRow, lockLive, named, withBodies } from '../store/entries.ts'
import { SensitiveHits } from './sensitiveHits.ts'
import { type Application, approvals, REMARKS } from './approvalPort.ts'
import { columnFor, type ContentColumn, workflowOf } from '../store/rules.ts'
import { type Change, type Reason, writeEntries, type Writer, type Writing } from './write.ts'

/** Entries of a column. */
export interface Rows {
  classId: number
  idList: readonly number[]
}

/** How many entries were published, and for how many an approval began. */
export interface Published {
  published: number
  submitted: number
}

/**
 * Publishes drafts, all or none, or applies for it where the column has a workflow or a word in them needs somebody's
 * agreement: what a field or a sensitive word keeps back is named. Published ones stay as they are.
 */
export async function publish(
  ctx: CallContext,
  { classId, idList, acceptSensitive }: Rows & { acceptSensitive: boolean },
): Promise<Published> {
  const column = await columnFor(ctx, classId)
  const drafts = (await lockLive(ctx, column, idList)).filter((row) => row.isStatus === 0)
  const words = new SensitiveHits(column, drafts.length > 1)
  const isAsking = acceptSensitive && (await forbiddingClasses(ctx.db)).size > 0
  const done: Published = { published: 0, submitted: 0 }
  for (const part of chunks(drafts)) {
    const direct: Entry[] = []
    const applying: Applying[] = []
    for (const entry of await withBodies(ctx.db, part)) {
      await requireReady(ctx, column, entry, acceptSensitive ? null : words)
      const asked = isAsking ? await classesAskedFor(ctx, await sensitiveIn(ctx.db, column, entry.values)) : []
      if (workflowOf(column) || asked.length > 0) applying.push({ entry, asked })
      else direct.push(entry)
    }
    // As soon as words are found nothing is written; the loop goes on only to report all of them.
    if (!words.none) continue
    await applyForDrafts(ctx, column, applying)
    await writeEntries(ctx, column, direct.map(changed(true, 'publish')))
    done.published += direct.length
    done.submitted += applying.length
  }
  await words.require(ctx)
  return done
}

/** AppErrors as those of `publish`, for drafts that are to be published later; nothing is written. */
export async function requirePublishable(
  ctx: CallContext,
  column: ContentColumn,
  drafts: readonly EntryRow[],
  acceptSensitive: boolean,
): Promise<void> {
  const words = new SensitiveHits(column, drafts.length > 1)
  for (const part of chunks(drafts))
    for (const entry of await withBodies(ctx.db, part))
      await requireReady(ctx, column, entry, acceptSensitive ? null : words)
  await words.require(ctx)
}

/** What a field keeps back is thrown; sensitive words are collected. */
async function requireReady(
  ctx: CallContext,
  column: ContentColumn,
  entry: Entry,
  words: SensitiveHits | null,
): Promise<void> {
  const { row, values } = entry
  requireRight(column, await problemsOf(ctx.db, column, values, { before: values, isNew: false }), named(row))
  await words?.look(ctx, entry)
}

type Applying = { entry: Entry } & Pick<Application, 'asked'>

/** Begins the approval of drafts; what waits already goes on as it is. */
async function applyForDrafts(ctx: CallContext, column: ContentColumn, list: readonly Applying[]): Promise<void> {
  const open = list.filter(({ entry }) => entry.row.approveInstanceId === '')
  if (open.length === 0) return
  const writing = open.map(({ entry: before }): Writing => {
    const set = { pass: 1 as const, approveResult: '' }
    return { before, change: { values: before.values, isStatus: false, reason: 'apply', set } }
  })
  const rows = await writeEntries(ctx, column, writing)
  const applications = rows.flatMap((row, at): Application[] => {
    const { entry, asked } = open[at] ?? {}
    return entry && asked ? [{ row, values: entry.values, remark: REMARKS.first, asked, events: [] }] : []
  })
  await approvals.get().apply(ctx, column, applications)
}

const changed =
  (isStatus: boolean, reason: Reason) =>
  (before: Entry): Writing => ({ before, change: { values: before.values, isStatus, reason } })

/** Makes published entries drafts. */
export async function unpublish(ctx: CallContext, { classId, idList }: Rows): Promise<void> {
  const column = await columnFor(ctx, classId)
  const published = (await lockLive(ctx, column, idList)).filter((row) => row.isStatus === 1)
  await takeBack(ctx, column, published)
}

/** Makes published entries, which the caller has locked, drafts. */
export async function takeBack(
  ctx: Writer,
  column: ContentColumn,
  published: readonly EntryRow[],
  note: Change['note'] = {},
): Promise<void> {
  for (const part of chunks(published)) {
    const entries = await withBodies(ctx.db, part)
    const list = entries.map(changed(false, 'unpublish'))
    await writeEntries(
      ctx,
      column,
      list.map(({ before, change }) => ({ before, change: { ...change, note } })),
    )
  }
}
