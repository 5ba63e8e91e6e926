import type { Kysely } from 'kysely'
import { readAccountAuthority } from '#server/areas/people/account/index.ts'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { toAppError } from '#server/http/response.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { type ContentAction, contentRefusal } from '#shared/domain/contentAccess.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireContentColumn, type ContentColumn, requireAction } from '../entry/index.ts'
import { type CopyOutcome, copyEntries, logFailures, requireAnyCopied, sumOutcomes } from './copyEntries.ts'
import { type CopyLogRow, requireLog } from './log.ts'
import { type CopyOrder, type Route, findRoute } from './route.ts'
import { followSource } from './follow.ts'
import { completeRelations } from './related.ts'
import { type CopyRuleRow, toOrder, describeRoute } from './rules.ts'

/** Input of a rule's job. */
interface RunInput {
  ruleId: number
  publishedOnly: boolean
}

/** AppErrors unless the order is possible and the caller may carry it out. */
export async function requireCopyRights(ctx: CallContext, order: CopyOrder): Promise<Route> {
  const route = await findRoute(ctx.db, order)
  requireAction(ctx, route.source, ['copy', 'copyMany'])
  requireAction(ctx, route.target, 'add')
  return route
}

/** Job: copies the existing entries of the source column. A restarted job continues with the rest. */
export const runRuleJob: JobWork = async (deps, job) => {
  const { ruleId, publishedOnly } = job.input as RunInput
  const rule = await deps.db.selectFrom('copy_rule').selectAll().where('id', '=', ruleId).executeTakeFirst()
  if (!rule) throw new AppError('not-found', '跨站复制规则已被删除')
  let query = deps.db
    .selectFrom('content')
    .select('content.id')
    .where('classId', '=', rule.sourceMenuId)
    .where('isRecycled', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('copy_link')
            .select('targetId')
            .where('ruleId', '=', ruleId)
            .whereRef('sourceId', '=', 'content.id'),
        ),
      ),
    )
  if (publishedOnly) query = query.where('isStatus', '=', 1)
  const ids = (await query.execute()).map(({ id }) => id)
  const { accountId, username } = job
  const writer = { db: deps.db, clock: deps.clock, requireSignedIn: () => ({ accountId, username }) }
  const { failed: failedCount, reason } = await copyEntries(writer, toOrder(rule), ids, {
    onProgress: (done) => job.report(Math.floor((100 * done) / ids.length), `已处理 ${done} 条，共 ${ids.length} 条`),
  })
  await completeRelations(writer, toOrder(rule))
  if (failedCount > 0 && failedCount === ids.length) throw new AppError('conflict', `复制失败：${reason}`)
  await job.finish(async () => rule.targetMenuId)
}

/**
 * Runs the active rules of a column for some entries (calls 110, 111), each with the rights of the account that saved
 * it.
 */
export async function runRules(ctx: CallContext, input: ParsedOf<'crossCopy.runRules'>): Promise<CopyOutcome> {
  const { menuId, siteId, dataId, dataIds = [] } = input
  const column = await requireContentColumn(ctx, menuId, siteId)
  const ids = dataId ? [dataId, ...dataIds] : dataIds
  const rules = await ctx.db
    .selectFrom('copy_rule')
    .selectAll()
    .where('sourceMenuId', '=', column.id)
    .where('isRun', '=', 1)
    .orderBy('id')
    .execute()
  const parts: CopyOutcome[] = []
  for (const rule of rules) parts.push(await runRule(ctx, rule, ids))
  return sumOutcomes(parts)
}

async function runRule(ctx: CallContext, rule: CopyRuleRow, ids: readonly number[]): Promise<CopyOutcome> {
  const order = toOrder(rule)
  try {
    const route = await findRoute(ctx.db, order)
    await requireRuleOwnerRights(ctx.db, rule, route)
    const done = await copyEntries(ctx, order, ids)
    if (done.copied > 0) await completeRelations(ctx, order)
    return done
  } catch (error) {
    const { message } = toAppError(error)
    return logFailures(ctx, { order, route: await describeRoute(ctx.db, rule) }, ids, { reason: message })
  }
}

/** AppError `forbidden` when the account that saved the rule may no longer copy there. */
async function requireRuleOwnerRights(
  db: Kysely<Database>,
  rule: CopyRuleRow,
  { source, target }: Route,
): Promise<void> {
  const who = await readAccountAuthority(db, rule.accountId)
  const may = (column: ContentColumn, ...actions: ContentAction[]): boolean =>
    who !== null && actions.some((action) => contentRefusal(who, column, action) === null)
  if (may(source, 'copy', 'copyMany') && may(target, 'add')) return
  throw new AppError(
    'forbidden',
    `规则“${rule.title}”的保存人“${rule.updatedBy}”不再拥有源站栏目的复制权限或目标站栏目的新增权限，请由有权限的人重新保存规则`,
  )
}

/** The copy dialog (call 109). Entries and targets succeed or fail independently. */
export async function copyManually(ctx: CallContext, input: ParsedOf<'crossCopy.copy'>): Promise<CopyOutcome> {
  const { dataId, dataIds = [], targetList } = input
  const ids = [...new Set(dataId ? [dataId, ...dataIds] : dataIds)]
  if (ids.length === 0) throw new AppError('invalid', '请选择数据！')
  const rows = await ctx.db.selectFrom('content').select(['id', 'classId']).where('id', 'in', ids).execute()
  const gone = ids.filter((id) => !rows.some((row) => row.id === id))
  if (gone.length > 0) throw missingRecords({ kind: '内容', ids: gone })
  const bySource = Map.groupBy(rows, ({ classId }) => classId)
  const targets = new Map(targetList.map((target) => [target.targetMenuId, target.targetSiteId]))
  const orders: { order: CopyOrder; ids: number[] }[] = []
  for (const [sourceMenuId, entries] of bySource) {
    const source = await requireContentColumn(ctx, sourceMenuId)
    requireAction(ctx, source, ids.length === 1 ? ['copy', 'copyMany'] : 'copyMany')
    for (const [targetMenuId, targetSiteId] of targets) {
      await requireContentColumn(ctx, targetMenuId, targetSiteId)
      const order = { ruleId: 0, rule: '', sourceMenuId, targetMenuId, pairs: null }
      // Throws before anything is copied if one of the targets is impossible.
      await findRoute(ctx.db, order)
      orders.push({ order, ids: entries.map(({ id }) => id) })
    }
  }
  const parts: CopyOutcome[] = []
  for (const { order, ids: some } of orders) parts.push(await copyEntries(ctx, order, some))
  const total = sumOutcomes(parts)
  requireAnyCopied(total)
  return total
}

/** Retries a failed copy by its current rule or by hand. The new log row replaces the old one. */
export async function retryCopy(ctx: CallContext, id: number): Promise<void> {
  const row = await requireLog(ctx, id)
  if (row.status === 1) throw new AppError('conflict', `“${row.title}”已复制成功，无需重试`)
  const order = await toLoggedOrder(ctx, row)
  await requireCopyRights(ctx, order)
  if (row.ruleId !== 0 && row.targetId !== 0) return retryFollowing(ctx, row)
  // Deletes the old row in the transaction of the new one, so that exactly one exists.
  const forget = async (db: CallContext['db']) => void (await db.deleteFrom('copy_log').where('id', '=', id).execute())
  const done = await copyEntries(ctx, order, [row.dataId], { alongside: forget })
  if (done.copied + done.failed + done.skipped === 0)
    throw new AppError('not-found', `内容“${row.title}”不存在、在回收站中或已移到其他栏目，无法重试`)
  if (done.failed > 0) throw new AppError('conflict', `复制失败：${done.reason}`)
}

/** Retries a failed update of a copy. */
async function retryFollowing(ctx: CallContext, row: CopyLogRow): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const rule = await db.selectFrom('copy_rule').selectAll().where('id', '=', row.ruleId).executeTakeFirstOrThrow()
    await followSource({ ...ctx, db }, rule, row.dataId)
    await db.deleteFrom('copy_log').where('id', '=', row.id).execute()
  })
}

async function toLoggedOrder(ctx: CallContext, row: CopyLogRow): Promise<CopyOrder> {
  const { ruleId, sourceMenuId, targetMenuId } = row
  if (ruleId === 0) return { ruleId, rule: '', sourceMenuId, targetMenuId, pairs: null }
  const rule = await ctx.db.selectFrom('copy_rule').selectAll().where('id', '=', ruleId).executeTakeFirst()
  if (!rule) throw new AppError('conflict', `规则“${row.rule}”已被删除，无法重试，请在内容列表中使用“跨站复制”`)
  return toOrder(rule)
}
