import { acquireTransactionLock } from '#server/db/locks.ts'
import { toChunks, isSiteBound, readWithBodies, writeEntries, type Writer, type EntryWrite } from '../entry/index.ts'
import { mapToTarget } from './copyEntries.ts'
import { readCopyBase, saveCopyBase } from './follow.ts'
import { type CopyOrder, findRoute } from './route.ts'

/** Copies of one rule that are checked again after the rule has run. */
const MAX_COPIES = 5000

/**
 * Adds labels and related entries that a copy lacked when it was created and that exist by now. Copies that are
 * public, or whose fields were edited, stay as they are.
 */
export async function completeRelations(ctx: Writer, order: CopyOrder): Promise<void> {
  const links = await ctx.db
    .selectFrom('copy_link')
    .select('sourceId')
    .where('ruleId', '=', order.ruleId)
    .where('isLacking', '=', 1)
    .orderBy('sourceId')
    .limit(MAX_COPIES)
    .execute()
  for (const part of toChunks(links))
    await ctx.db.transaction().execute((db) =>
      completePart(
        { ...ctx, db },
        order,
        part.map(({ sourceId }) => sourceId),
      ),
    )
}

async function completePart(ctx: Writer, order: CopyOrder, sourceIds: readonly number[]): Promise<void> {
  const { db } = ctx
  await acquireTransactionLock(db, 'copyRule', order.ruleId)
  const route = await findRoute(db, order)
  const bound = route.pairs.flatMap(({ target }) => (isSiteBound(target) ? target.fieldName : []))
  const links = await db
    .selectFrom('copy_link')
    .selectAll()
    .where('ruleId', '=', order.ruleId)
    .where('sourceId', 'in', sourceIds)
    .execute()
  const entries = await readWithBodies(
    db,
    await db
      .selectFrom('content')
      .selectAll()
      .where(
        'id',
        'in',
        links.flatMap(({ sourceId, targetId }) => [sourceId, targetId]),
      )
      .execute(),
  )
  const byId = new Map(entries.map((entry) => [entry.row.id, entry]))
  const writing: EntryWrite[] = []
  for (const link of links) {
    const [source, before] = [byId.get(link.sourceId), byId.get(link.targetId)]
    if (!source || !before || before.row.classId !== route.target.id) continue
    const [carried] = await mapToTarget(db, route, [source.values])
    const base = await readCopyBase(db, link)
    const completable = bound.filter((name) => {
      const now = before.values[name] ?? ''
      return now === (base[name] ?? '') && now !== (carried?.values[name] ?? '')
    })
    const additions = Object.fromEntries(completable.map((name) => [name, carried?.values[name] ?? '']))
    const isFree = before.row.isStatus === 0 && before.row.isRecycled === 0 && before.row.approveInstanceId === ''
    if (carried?.note === '' || !isFree)
      await db
        .updateTable('copy_link')
        .set({ isLacking: 0 })
        .where('ruleId', '=', link.ruleId)
        .where('sourceId', '=', link.sourceId)
        .execute()
    if (completable.length === 0 || !isFree) continue
    await saveCopyBase(db, link, { ...base, ...additions })
    const note = { detail: '补充关联内容', refId: link.sourceId }
    writing.push({
      before,
      change: { values: { ...before.values, ...additions }, isStatus: false, reason: 'follow', note },
    })
  }
  await writeEntries(ctx, route.target, writing)
}
