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

/** Numbers of entries that were published, and submitted for approval. */
export interface Published {
  published: number
  submitted: number
}

/**
 * Publishes drafts, or submits them where a workflow or a word requires agreement. All or none: AppErrors name fields
 * and sensitive words that prevent it. Published entries stay unchanged.
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
    // After the first sensitive word nothing is written; the loop only collects the others.
    if (!words.none) continue
    await applyForDrafts(ctx, column, applying)
    await writeEntries(ctx, column, direct.map(changed(true, 'publish')))
    done.published += direct.length
    done.submitted += applying.length
  }
  await words.require(ctx)
  return done
}

/** AppErrors like those of `publish`, for drafts that are published later. Writes nothing. */
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

/** Throws field problems; collects sensitive words. */
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

/** Starts the approval of drafts; pending ones are left alone. */
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

/** Turns published entries into drafts. */
export async function unpublish(ctx: CallContext, { classId, idList }: Rows): Promise<void> {
  const column = await columnFor(ctx, classId)
  const published = (await lockLive(ctx, column, idList)).filter((row) => row.isStatus === 1)
  await takeBack(ctx, column, published)
}

/** Turns published entries that the caller has locked into drafts. */
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
