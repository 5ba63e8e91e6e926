import type { CallContext } from '#server/http/context.ts'
import { forbiddingClasses } from '#server/areas/data/sensitive/index.ts'
import { findRequiredClasses, findSensitive } from './agreement.ts'
import { findProblems, requireNoIssues } from './check.ts'
import { toChunks, type Entry, type EntryRow, lockActive, describeEntry, readWithBodies } from '../store/entries.ts'
import { SensitiveHitCollector } from './sensitiveHits.ts'
import { type Application, approvals, REMARKS } from './approvalPort.ts'
import { requireContentColumn, type ContentColumn, findWorkflow } from '../store/rules.ts'
import { type EntryChange, type Reason, writeEntries, type Writer, type EntryWrite } from './write.ts'

/** Entries of a column. */
export interface EntrySelection {
  classId: number
  idList: readonly number[]
}

/** Numbers of entries that were published, and submitted for approval. */
export interface PublishOutcome {
  published: number
  submitted: number
}

/**
 * Publishes drafts, or submits them where a workflow or a word requires agreement. All or none: AppErrors name fields
 * and sensitive words that prevent it. Published entries stay unchanged.
 */
export async function publishEntries(
  ctx: CallContext,
  { classId, idList, acceptSensitive }: EntrySelection & { acceptSensitive: boolean },
): Promise<PublishOutcome> {
  const column = await requireContentColumn(ctx, classId)
  const drafts = (await lockActive(ctx, column, idList)).filter((row) => row.isStatus === 0)
  const words = new SensitiveHitCollector(column, drafts.length > 1)
  const checksClasses = acceptSensitive && (await forbiddingClasses(ctx.db)).size > 0
  const done: PublishOutcome = { published: 0, submitted: 0 }
  for (const part of toChunks(drafts)) {
    const publishable: Entry[] = []
    const applying: PendingApplication[] = []
    for (const entry of await readWithBodies(ctx.db, part)) {
      await requireReady(ctx, column, entry, acceptSensitive ? null : words)
      const asked = checksClasses
        ? await findRequiredClasses(ctx, await findSensitive(ctx.db, column, entry.values))
        : []
      if (findWorkflow(column) || asked.length > 0) applying.push({ entry, asked })
      else publishable.push(entry)
    }
    // After the first sensitive word nothing is written; the loop only collects the others.
    if (!words.isEmpty) continue
    await applyForDrafts(ctx, column, applying)
    await writeEntries(ctx, column, publishable.map(toStatusChange(true, 'publish')))
    done.published += publishable.length
    done.submitted += applying.length
  }
  await words.requireNone(ctx)
  return done
}

/** AppErrors like those of `publish`, for drafts that are published later. Writes nothing. */
export async function requirePublishable(
  ctx: CallContext,
  column: ContentColumn,
  drafts: readonly EntryRow[],
  acceptSensitive: boolean,
): Promise<void> {
  const words = new SensitiveHitCollector(column, drafts.length > 1)
  for (const part of toChunks(drafts))
    for (const entry of await readWithBodies(ctx.db, part))
      await requireReady(ctx, column, entry, acceptSensitive ? null : words)
  await words.requireNone(ctx)
}

/** Throws field problems; collects sensitive words. */
async function requireReady(
  ctx: CallContext,
  column: ContentColumn,
  entry: Entry,
  words: SensitiveHitCollector | null,
): Promise<void> {
  const { row, values } = entry
  requireNoIssues(
    column,
    await findProblems(ctx.db, column, values, { before: values, isNew: false }),
    describeEntry(row),
  )
  await words?.search(ctx, entry)
}

type PendingApplication = { entry: Entry } & Pick<Application, 'asked'>

/** Starts the approval of drafts; pending ones are left alone. */
async function applyForDrafts(
  ctx: CallContext,
  column: ContentColumn,
  list: readonly PendingApplication[],
): Promise<void> {
  const open = list.filter(({ entry }) => entry.row.approveInstanceId === '')
  if (open.length === 0) return
  const writing = open.map(({ entry: before }): EntryWrite => {
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

const toStatusChange =
  (isStatus: boolean, reason: Reason) =>
  (before: Entry): EntryWrite => ({ before, change: { values: before.values, isStatus, reason } })

/** Turns published entries into drafts. */
export async function unpublishEntries(ctx: CallContext, { classId, idList }: EntrySelection): Promise<void> {
  const column = await requireContentColumn(ctx, classId)
  const published = (await lockActive(ctx, column, idList)).filter((row) => row.isStatus === 1)
  await unpublishLocked(ctx, column, published)
}

/** Turns published entries that the caller has locked into drafts. */
export async function unpublishLocked(
  ctx: Writer,
  column: ContentColumn,
  published: readonly EntryRow[],
  note: EntryChange['note'] = {},
): Promise<void> {
  for (const part of toChunks(published)) {
    const entries = await readWithBodies(ctx.db, part)
    const list = entries.map(toStatusChange(false, 'unpublish'))
    await writeEntries(
      ctx,
      column,
      list.map(({ before, change }) => ({ before, change: { ...change, note } })),
    )
  }
}
