import type { Flag } from '#server/db/table.ts'
import type { Kysely, Updateable } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { CallContext, SignedInAccount } from '#server/http/context.ts'
import type { EntryEventKind } from '#shared/domain/entryEvents.ts'
import { assertNever, requireValue } from '#shared/util/assertNever.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { updateCounts } from '../store/counts.ts'
import { toChunks, type Entry, type EntryRow, type NewEntry, type Values } from '../store/entries.ts'
import { changedNames, requireAgreement, sameValues } from './agreement.ts'
import { type EntryEvent, recordEvents } from './events.ts'
import { storeFileUses } from './files.ts'
import type { ContentColumn } from '../store/rules.ts'
import { writeInitials } from '../searchIndex/initials.ts'
import { buildIndexEntry, writeIndex } from '../searchIndex/searchIndex.ts'
import { markPagesStale } from './stalePages.ts'
import type { LargeTexts } from '../texts/largeTexts.ts'
import { findTitle } from '../store/texts.ts'

/** restore: of a revision; apply: submitted; agree: the last step agreed; follow: copy updated from its source. */
export type Reason =
  | 'create'
  | 'save'
  | 'publish'
  | 'unpublish'
  | 'restore'
  | 'import'
  | 'copy'
  | 'reject'
  | 'forward'
  | 'apply'
  | 'agree'
  | 'follow'

export interface EntryChange {
  values: Values
  isStatus: boolean
  reason: Reason
  /** Other columns of the row. */
  set?: Updateable<Database['content']>
  /** Results for texts that were processed in advance. */
  large?: LargeTexts
  /** Only removes published texts, so no approval is needed. */
  onlyRemovesText?: true
  /** Forbidding classes that were agreed to in the change's application. */
  agreedClasses?: readonly number[]
  /** Detail for the timeline event of the change. */
  note?: Pick<EntryEvent, 'detail' | 'refId'>
  /** Timeline events that precede the change's own. */
  events?: readonly EntryEvent[]
}

/** Who writes, when and where. A CallContext qualifies. */
export type Writer = Pick<CallContext, 'db' | 'clock'> & {
  requireSignedIn(): Pick<SignedInAccount, 'accountId' | 'username'>
}

/** A change of an entry. `before` is null for a new entry; otherwise the caller has locked the entry. */
export interface EntryWrite {
  before: Entry | null
  change: EntryChange
}

/** Writes one entry like writeEntries, and returns its row. */
export async function writeEntry(
  ctx: Writer,
  column: ContentColumn,
  before: Entry | null,
  change: EntryChange,
): Promise<EntryRow> {
  const [row] = await writeEntries(ctx, column, [{ before, change }])
  if (!row) throw new Error('an entry was not written')
  return row
}

/**
 * Writes new entries or next versions, each entry once, with history, search index, totals and stale pages. Every
 * change of texts or status goes through this function. Returns the rows in the order of the list.
 */
export async function writeEntries(
  ctx: Writer,
  column: ContentColumn,
  list: readonly EntryWrite[],
): Promise<EntryRow[]> {
  await requireAgreement(ctx, column, list)
  const now = ctx.clock.now().getTime()
  const states = await writeStateChanges(ctx, column, list, now)
  const written: WrittenEntry[] = []
  for (const each of list) {
    const row = states.get(each) ?? (await writeRow(ctx, column, each, now))
    written.push({ ...each, row })
  }
  await updateCounts(
    ctx.db,
    written.map(({ before, row }) => [before?.row ?? null, row]),
  )
  await writeRevisions(ctx, written)
  await recordEvents(
    ctx,
    written.flatMap((each) => [...(each.change.events ?? []), ...toEvents(each)]),
  )
  await markPagesStale(ctx.db, written.flatMap(findStaleRows), now)
  return written.map(({ row }) => row)
}

type WrittenEntry = EntryWrite & { row: EntryRow }

/** Timeline events of a write. A submission gets its events from the application. */
function toEvents({ before, change, row }: WrittenEntry): EntryEvent[] {
  const { reason, note, isStatus } = change
  const made = (kind: EntryEventKind): EntryEvent => ({ entry: row, kind, version: row.version, ...note })
  const state = isStatus ? 'published' : before?.row.isStatus === 1 ? 'unpublished' : 'saved'
  switch (reason) {
    case 'create':
      return [made('created'), ...(isStatus ? [made('published')] : [])]
    case 'apply':
      return []
    case 'copy':
      return [made(before ? 'moved' : 'copiedFrom')]
    case 'forward':
      return [made('moved')]
    case 'follow':
      return [made(isStatus || before?.row.isStatus === 0 ? 'followed' : 'unpublished')]
    case 'save':
    case 'publish':
    case 'agree':
    case 'unpublish':
      return [made(state)]
    case 'restore':
      return [made('restored')]
    case 'reject':
      return [made('rejected')]
    case 'import':
      return [made('imported')]
    default:
      return assertNever(reason, 'reason of a write')
  }
}

/** Rows that say where the entry is or was public. */
function findStaleRows({ before, change, row }: WrittenEntry): EntryRow[] {
  const stale = [...(before?.row.isStatus === 1 ? [before.row] : []), ...(change.isStatus ? [row] : [])]
  return row.classId === before?.row.classId ? stale.slice(-1) : stale
}

/** Column values of the entry's next row. */
function buildNextRow(ctx: Writer, column: ContentColumn, { before, change }: EntryWrite, now: number) {
  const { values, isStatus, set = {} } = change
  const status: Flag = isStatus ? 1 : 0
  const published = isStatus && before?.row.isStatus !== 1
  return {
    classId: column.id,
    siteId: column.siteId,
    isStatus: status,
    title: findTitle(column.fields, values),
    fields: JSON.stringify(splitValues(column, values).short),
    updateTime: now,
    updatedBy: ctx.requireSignedIn().username,
    // Publishing clears an earlier rejection.
    ...(isStatus && { pass: 1 as const, approveResult: '' }),
    ...(published && { publishTime: now }),
    ...set,
  }
}

const hasSameTexts = (column: ContentColumn, { before, change }: EntryWrite): boolean =>
  before !== null && before.row.classId === column.id && sameValues(before.values, change.values)

/** Writes changes of state only; entries with the same next state share a statement. */
async function writeStateChanges(
  ctx: Writer,
  column: ContentColumn,
  list: readonly EntryWrite[],
  now: number,
): Promise<ReadonlyMap<EntryWrite, EntryRow>> {
  const groups = new Map<string, { state: Updateable<Database['content']>; writings: Map<number, EntryWrite> }>()
  for (const each of list) {
    if (!each.before || !hasSameTexts(column, each)) continue
    const { title, fields, ...state } = buildNextRow(ctx, column, each, now)
    const { row } = each.before
    if (title !== row.title || fields !== row.fields || Object.values(state).some(isExpression)) continue
    const key = JSON.stringify(state)
    const group = groups.get(key) ?? { state, writings: new Map<number, EntryWrite>() }
    groups.set(key, group)
    group.writings.set(row.id, each)
  }
  const written = new Map<EntryWrite, EntryRow>()
  for (const { state, writings } of groups.values())
    for (const ids of toChunks([...writings.keys()])) {
      const rows = await ctx.db
        .updateTable('content')
        .set((eb) => ({ ...state, version: eb('version', '+', 1) }))
        .where('id', 'in', ids)
        .returningAll()
        .execute()
      for (const row of rows) written.set(requireValue(writings.get(row.id), 'the entry of a row'), row)
    }
  return written
}

/** Expressions of two rows cannot be compared. */
const isExpression = (value: unknown): boolean => typeof value === 'object' && value !== null

async function writeRow(ctx: Writer, column: ContentColumn, writing: EntryWrite, now: number): Promise<EntryRow> {
  const { before, change } = writing
  const { values } = change
  const next = buildNextRow(ctx, column, writing, now)
  const row = before
    ? await ctx.db
        .updateTable('content')
        .set({ ...next, version: before.row.version + 1 })
        .where('id', '=', before.row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await ctx.db
        .insertInto('content')
        .values({ ...createBlankRow(ctx, now), ...next })
        .returningAll()
        .executeTakeFirstOrThrow()
  if (!hasSameTexts(column, writing)) {
    await writeTexts(ctx.db, column, row.id, change, splitValues(column, values).long)
    await storeFileUses(ctx.db, [{ id: row.id, values }], before === null)
  }
  return row
}

/** Column values of every new entry. */
export const createBlankRow = (ctx: Writer, now: number) =>
  ({
    xgid: 0,
    isRecycled: 0,
    pass: 1,
    approveInstanceId: '',
    approveResult: '',
    sort: 0,
    promotions: 0,
    hits: 0,
    createTime: now,
    createBy: ctx.requireSignedIn().username,
    createById: ctx.requireSignedIn().accountId,
    version: 1,
    recycleTime: 0,
    publishTime: 0,
  }) satisfies Partial<NewEntry>

/** Splits values into those for lists and the long ones. */
export function splitValues({ fields }: ContentColumn, values: Values): { short: Values; long: Values } {
  const editors = new Set(fields.flatMap(({ fieldType, fieldName }) => (fieldType === 'Editor' ? fieldName : [])))
  const entries = Object.entries(values).filter(([, value]) => value !== '')
  return {
    short: Object.fromEntries(entries.filter(([name]) => !editors.has(name))),
    long: Object.fromEntries(entries.filter(([name]) => editors.has(name))),
  }
}

async function writeTexts(
  db: Kysely<Database>,
  column: ContentColumn,
  contentId: number,
  { values, large }: EntryChange,
  long: Values,
): Promise<void> {
  const { words, texts } = buildIndexEntry(column, values, large)
  const body = { bodies: JSON.stringify(long), texts: JSON.stringify(texts) }
  await db
    .insertInto('content_body')
    .values({ contentId, ...body })
    .onConflict((conflict) => conflict.column('contentId').doUpdateSet(body))
    .execute()
  await writeIndex(db, contentId, words)
  await writeInitials(db, [{ id: contentId, classId: column.id, title: findTitle(column.fields, values) }])
}

/** Revisions per statement: each holds all texts of its entry. */
const REVISIONS_PER_INSERT = 20

async function writeRevisions({ db }: Writer, written: readonly WrittenEntry[]): Promise<void> {
  const revisions = written.map(({ before, change: { values, reason }, row }) => ({
    contentId: row.id,
    version: row.version,
    isStatus: row.isStatus,
    fields: JSON.stringify(values),
    changed: JSON.stringify(changedNames(before?.values ?? {}, values)),
    reason,
    author: row.updatedBy,
    createTime: row.updateTime,
  }))
  for (const part of splitIntoBatches(revisions, REVISIONS_PER_INSERT))
    await db.insertInto('content_revision').values(part).execute()
}
