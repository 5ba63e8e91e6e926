import type { Kysely } from 'kysely'
import { acquireTransactionLock } from '#server/db/locks.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { toAppError } from '#server/http/response.ts'
import { AppError } from '#shared/errors/index.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import {
  toChunks,
  type EntryRow,
  isSiteBound,
  mapRelationsToSite,
  recordEvents,
  type Values,
  readWithBodies,
  writeDrafts,
  type Writer,
} from '../entry/index.ts'
import { type CopyOrder, type Route, findRoute } from './route.ts'
import { type LoggedRoute, writeLog } from './log.ts'

/** Ids of the entries that the rule has already copied. */
async function findCopied(db: Kysely<Database>, ruleId: number, rows: readonly EntryRow[]): Promise<Set<number>> {
  const links = await db
    .selectFrom('copy_link')
    .select('sourceId')
    .where('ruleId', '=', ruleId)
    .where('sourceId', 'in', [...rows.map(({ id }) => id), -1])
    .execute()
  return new Set(links.map(({ sourceId }) => sourceId))
}

/** Most steps that a chain of copies is traced back. */
const MAX_TRACE_STEPS = 50

/** Ids of the entries that are copies, over any number of rules, of entries in the column. */
async function findDescendants(db: Kysely<Database>, classId: number, rows: readonly EntryRow[]): Promise<Set<number>> {
  const found = new Set<number>()
  /** The rows by each traced ancestor. */
  let descendantsByAncestor = new Map(rows.map(({ id }) => [id, [id]]))
  for (let step = 0; step < MAX_TRACE_STEPS && descendantsByAncestor.size > 0; step++) {
    const links = await db
      .selectFrom('copy_link')
      .innerJoin('content', 'content.id', 'copy_link.sourceId')
      .select(['copy_link.sourceId', 'copy_link.targetId', 'content.classId'])
      .where('copy_link.targetId', 'in', [...descendantsByAncestor.keys()])
      .execute()
    const before = new Map<number, number[]>()
    for (const link of links) {
      const own = descendantsByAncestor.get(link.targetId) ?? []
      if (link.classId === classId) for (const id of own) found.add(id)
      else before.set(link.sourceId, [...(before.get(link.sourceId) ?? []), ...own])
    }
    descendantsByAncestor = before
  }
  // Entries copied by hand have no link; their xgid is the id of the original.
  const copies = rows.filter(({ id, xgid }) => xgid !== 0 && xgid !== id)
  const first = await db
    .selectFrom('content')
    .select('id')
    .where('id', 'in', [...copies.map(({ xgid }) => xgid), -1])
    .where('classId', '=', classId)
    .execute()
  const originals = new Set(first.map(({ id }) => id))
  for (const { id, xgid } of copies) if (originals.has(xgid)) found.add(id)
  return found
}

/** Outcome of a copy order. Skipped entries were copied before, or come from the target column. */
export interface CopyOutcome {
  copied: number
  failed: number
  skipped: number
  /** Reason of the first failure; '' when none failed. */
  reason: string
  /** Ids of the copies. */
  ids: number[]
}

const NO_OUTCOME: CopyOutcome = { copied: 0, failed: 0, skipped: 0, reason: '', ids: [] }
/** Adds up outcomes; keeps the first reason. */
export const sumOutcomes = (parts: readonly CopyOutcome[]): CopyOutcome => ({
  copied: parts.reduce((sum, { copied }) => sum + copied, 0),
  failed: parts.reduce((sum, part) => sum + part.failed, 0),
  skipped: parts.reduce((sum, { skipped }) => sum + skipped, 0),
  reason: parts.map(({ reason }) => reason).find((reason) => reason !== '') ?? '',
  ids: parts.flatMap(({ ids }) => ids),
})

type TransactionHook = (db: Kysely<Database>) => Promise<void>

interface CopyHooks {
  /** Called with the number of processed entries; an exception ends the work between two transactions. */
  onProgress?: (done: number) => Promise<void>
  /** Runs in each transaction that copies an entry or finds it already copied. */
  alongside?: TransactionHook
}

/**
 * Copies entries of the source column as drafts, in batches of one transaction each. An entry that cannot be copied
 * fails alone; every entry is logged. A rule never copies an entry twice, nor back to its origin. AppErrors when the
 * whole order is impossible (findRoute).
 */
export async function copyEntries(
  ctx: Writer,
  order: CopyOrder,
  ids: readonly number[],
  { onProgress, alongside = async () => undefined }: CopyHooks = {},
): Promise<CopyOutcome> {
  const parts: CopyOutcome[] = []
  let done = 0
  for (const part of toChunks([...new Set(ids)].toSorted((a, b) => a - b))) {
    await onProgress?.(done)
    parts.push(await copyPart(ctx, order, part, alongside))
    done += part.length
  }
  return sumOutcomes(parts)
}

/**
 * Copies a batch at once. On failure, copies its entries one by one, so that a faulty entry does not block the rest.
 */
async function copyPart(
  ctx: Writer,
  order: CopyOrder,
  ids: readonly number[],
  alongside: TransactionHook,
): Promise<CopyOutcome> {
  const inTransaction = (some: readonly number[]): Promise<CopyOutcome> =>
    ctx.db.transaction().execute(async (db) => {
      const done = await copyInTransaction({ ...ctx, db }, order, some)
      if (done.copied + done.skipped > 0) await alongside(db)
      return done
    })
  try {
    return await inTransaction(ids)
  } catch (error) {
    const route = await findRoute(ctx.db, order)
    if (ids.length === 1) return logFailures(ctx, { order, route }, ids, { reason: reasonOf(error), alongside })
  }
  const parts: CopyOutcome[] = []
  for (const id of ids) parts.push(await copyPart(ctx, order, [id], alongside))
  return sumOutcomes(parts)
}

function reasonOf(error: unknown): string {
  const { code, message } = toAppError(error)
  return code === 'internal' ? '内容的数据无法读取，请打开并保存该内容后重试' : message
}

/** Logs entries that could not be copied. */
export async function logFailures(
  ctx: Writer,
  about: { order: CopyOrder; route: LoggedRoute },
  ids: readonly number[],
  { reason, alongside }: { reason: string; alongside?: TransactionHook },
): Promise<CopyOutcome> {
  const rows = await selectEntries(ctx.db, about.route.source.id, ids, false)
  const lines = rows.map(({ id, title }) => ({ dataId: id, title, targetId: 0, reason }))
  await ctx.db.transaction().execute(async (db) => {
    await writeLog({ ...ctx, db }, { ...about, status: 0 }, lines)
    if (lines.length > 0) await alongside?.(db)
  })
  return { ...NO_OUTCOME, failed: lines.length, reason }
}

async function selectEntries(
  db: Kysely<Database>,
  classId: number,
  ids: readonly number[],
  locked: boolean,
): Promise<EntryRow[]> {
  return db
    .selectFrom('content')
    .selectAll()
    .where('id', 'in', [...ids, -1])
    .where('classId', '=', classId)
    .where('isRecycled', '=', 0)
    .orderBy('id')
    .$if(locked && engineOf(db) === 'postgres', (query) => query.forUpdate())
    .execute()
}

async function copyInTransaction(ctx: Writer, order: CopyOrder, ids: readonly number[]): Promise<CopyOutcome> {
  const { db } = ctx
  const route = await findRoute(db, order)
  if (order.ruleId !== 0) await acquireTransactionLock(db, 'copyRule', order.ruleId)
  const live = await selectEntries(db, route.source.id, ids, true)
  const rows = order.ruleId === 0 ? live : await excludeCopied(db, order, live)
  const skipped = live.length - rows.length
  if (rows.length === 0) return { ...NO_OUTCOME, skipped }
  const first = rows.flatMap(({ id, xgid }) => (xgid === 0 ? id : []))
  if (first.length > 0)
    await db
      .updateTable('content')
      .set((eb) => ({ xgid: eb.ref('id') }))
      .where('id', 'in', first)
      .execute()
  const carried = await mapToTarget(
    db,
    route,
    (await readWithBodies(db, rows)).map(({ values }) => values),
  )
  const from = `${route.sourceSite} / ${route.source.title}`
  const drafts = rows.map((row, at) => {
    const note = { detail: from, refId: row.id }
    return { values: carried[at]?.values ?? {}, sort: 0, xgid: row.xgid || row.id, note }
  })
  const copyIds = await writeDrafts(ctx, route.target, drafts, 'copy')
  const detail = `${route.targetSite} / ${route.target.title}`
  await recordEvents(
    ctx,
    rows.map((entry, at) => ({ entry, kind: 'copiedTo', detail, refId: copyIds[at] ?? 0 })),
  )
  const lines = rows.map(({ id, title }, at) => ({
    dataId: id,
    title,
    targetId: copyIds[at] ?? 0,
    reason: carried[at]?.note ?? '',
  }))
  if (order.ruleId !== 0) {
    const createTime = ctx.clock.now().getTime()
    const links = lines.map(({ dataId, targetId, reason }) => ({
      ruleId: order.ruleId,
      sourceId: dataId,
      targetId,
      createTime,
      isLacking: reason === '' ? (0 as const) : (1 as const),
    }))
    await db.insertInto('copy_link').values(links).execute()
  }
  await writeLog(ctx, { order, route, status: 1 }, lines)
  return { copied: rows.length, failed: 0, skipped, reason: '', ids: copyIds }
}

async function excludeCopied(db: Kysely<Database>, order: CopyOrder, rows: readonly EntryRow[]): Promise<EntryRow[]> {
  const known = await findCopied(db, order.ruleId, rows)
  const fresh = rows.filter(({ id }) => !known.has(id))
  const back = await findDescendants(db, order.targetMenuId, fresh)
  return fresh.filter(({ id }) => !back.has(id))
}

export interface MappedEntry {
  values: Values
  /** Log text about labels and related entries that the target site lacks; '' when nothing was lost. */
  note: string
}

/** Renames values to the target's fields, and maps labels and related entries to those of its site. */
export async function mapToTarget(
  db: Kysely<Database>,
  { source, target, pairs }: Route,
  list: readonly Values[],
): Promise<MappedEntry[]> {
  const renamed = list.map((values) =>
    Object.fromEntries(
      pairs.flatMap((pair): [string, string][] => {
        const value = values[pair.source.fieldName] ?? ''
        return value === '' ? [] : [[pair.target.fieldName, value]]
      }),
    ),
  )
  if (source.siteId === target.siteId) return renamed.map((values) => ({ values, note: '' }))
  const bound = pairs.flatMap((pair) => (isSiteBound(pair.target) ? pair.target : []))
  const carried = await mapRelationsToSite(db, target.siteId, bound, renamed)
  return carried.map(({ values, lost }) => ({
    values,
    note:
      lost.length === 0
        ? ''
        : `字段${lost.map((field) => `“${fieldTitle(field)}”`).join('、')}中目标站点没有的标签或关联内容未复制`,
  }))
}

/** AppError `conflict` when no entry was copied and at least one failed. */
export function requireAnyCopied({ copied, reason }: CopyOutcome): void {
  if (copied === 0 && reason !== '') throw new AppError('conflict', `复制失败：${reason}`)
}
