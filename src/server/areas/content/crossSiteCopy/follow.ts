import type { Kysely } from 'kysely'
import { readAccountAuthority } from '#server/areas/people/account/index.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { toAppError } from '#server/http/response.ts'
import type { CallContext } from '#server/http/context.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { createWorkContext } from '#server/http/workContext.ts'
import type { Authority } from '#shared/domain/permissions.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { AppError } from '#shared/errors/index.ts'
import {
  applyForPublication,
  findRequiredClasses,
  type Entry,
  recordEvents,
  findProblems,
  recycleEntries,
  requireNoIssues,
  findSensitive,
  unpublishLocked,
  type Values,
  readWithBodies,
  findWorkflow,
  writeEntry,
  type Writer,
} from '../entry/index.ts'
import { mapToTarget } from './copyEntries.ts'
import { writeLog } from './log.ts'
import { type Route, findRoute } from './route.ts'
import { type CopyRuleRow, toOrder, describeRoute } from './rules.ts'

type Db = Kysely<Database>

interface Link {
  ruleId: number
  sourceId: number
  targetId: number
  base: string
}

/** Outcome: the copy was updated, its editor has to decide, or nothing was to be done. */
type FollowOutcome = 'done' | 'asked' | 'nothing'

/** Queue rows per read. */
const BATCH_SIZE = 100

/** Job: updates copies after their sources until the queue is empty. A failure is logged and does not stop the rest. */
export const followSources: JobWork = async (deps, job) => {
  for (let done = 0; ;) {
    const queue = await deps.db.selectFrom('copy_follow').selectAll().orderBy('sourceId').limit(BATCH_SIZE).execute()
    if (queue.length === 0) break
    for (const each of queue) {
      await job.report(50, `已更新 ${done} 条`)
      await followQueued(deps, each)
      done += 1
    }
  }
  await job.finish(async () => 0)
}

async function followQueued(
  deps: ServerDeps,
  { ruleId, sourceId, mark }: { ruleId: number; sourceId: number; mark: number },
): Promise<void> {
  const settle = async (db: Db): Promise<void> => {
    await db
      .deleteFrom('copy_follow')
      .where('ruleId', '=', ruleId)
      .where('sourceId', '=', sourceId)
      // Keep the row when the source changed meanwhile: it is processed again.
      .where('mark', '=', mark)
      .execute()
  }
  const rule = await deps.db.selectFrom('copy_rule').selectAll().where('id', '=', ruleId).executeTakeFirst()
  if (rule?.isRun !== 1) return settle(deps.db)
  try {
    await asRuleOwner(deps, rule, async (ctx) => {
      await followSource(ctx, rule, sourceId)
      await settle(ctx.db)
    })
  } catch (error) {
    await asRuleOwner(deps, rule, async (ctx) => {
      await logFollowed(ctx, rule, sourceId, toAppError(error).message)
      await settle(ctx.db)
    })
  }
}

const NO_RIGHTS: Authority = { groupId: 0, siteItemDTOList: [] }

/** A rule acts as the account that saved it, with that account's current rights. */
async function asRuleOwner(
  deps: ServerDeps,
  { accountId, updatedBy: username }: CopyRuleRow,
  work: (ctx: CallContext) => Promise<void>,
): Promise<void> {
  const authority = (await readAccountAuthority(deps.db, accountId)) ?? NO_RIGHTS
  const committed = await deps.db.transaction().execute(async (tx) => {
    const { ctx, committed: after } = createWorkContext(deps, tx, { accountId, username, authority })
    await work(ctx)
    return after
  })
  await committed()
}

/**
 * Applies the source's change to its copy, as far as the rule follows it. AppErrors say why it is impossible: the
 * route, rights of the account that saved the rule, requirements of the target.
 */
export async function followSource(ctx: CallContext, rule: CopyRuleRow, sourceId: number): Promise<FollowOutcome> {
  const { db } = ctx
  const link = await db
    .selectFrom('copy_link')
    .selectAll()
    .where('ruleId', '=', rule.id)
    .where('sourceId', '=', sourceId)
    .executeTakeFirst()
  if (!link) return 'nothing'
  const target = await findEntryIn(db, link.targetId, rule.targetMenuId, true)
  if (!target || target.row.isRecycled === 1) return 'nothing'
  const source = await findEntryIn(db, sourceId, rule.sourceMenuId, false)
  if (!source || source.row.isRecycled === 1) return followDeletion(ctx, rule, link, target)
  const isOff = source.row.isStatus === 0 && source.row.publishTime > 0
  if (isOff && target.row.isStatus === 1) {
    if (rule.followUnpublish === 0) return 'nothing'
    const { route } = await requireRoute(db, rule, ['publish'])
    await unpublishLocked(ctx, route.target, [target.row], { detail: FOLLOWING })
    await logFollowed(ctx, rule, sourceId, '', route)
    return 'done'
  }
  // A draft source never makes its copy public.
  if (rule.followUpdate === 0 || (source.row.isStatus === 0 && target.row.isStatus === 1)) return 'nothing'
  return followUpdate(ctx, rule, link, source, target)
}

const FOLLOWING = '随来源'

/** The entry with its texts, if it is in the column. @param locked locks the row until the transaction ends */
export async function findEntryIn(db: Db, id: number, classId: number, locked: boolean): Promise<Entry | undefined> {
  const rows = await db
    .selectFrom('content')
    .selectAll()
    .where('id', '=', id)
    .where('classId', '=', classId)
    .$if(locked && engineOf(db) === 'postgres', (query) => query.forUpdate())
    .execute()
  const [entry] = await readWithBodies(db, rows)
  return entry
}

type RequiredAction = 'add' | 'publish' | 'remove'

/**
 * The route of a rule, and the rights of the account that saved it. AppError `forbidden` when a needed right is
 * missing.
 */
async function requireRoute(
  db: Db,
  rule: CopyRuleRow,
  needed: readonly RequiredAction[],
): Promise<{ route: Route; who: Authority }> {
  const route = await findRoute(db, toOrder(rule))
  const who = await readAccountAuthority(db, rule.accountId)
  const refused = needed.find((action) => !who || contentRefusal(who, route.target, action) !== null)
  if (!who || refused)
    throw new AppError(
      'forbidden',
      `规则“${rule.title}”的保存人“${rule.updatedBy}”缺少目标站栏目的${ACTION_NAMES[refused ?? 'add']}权限，请由有权限的人重新保存规则`,
    )
  return { route, who }
}
const ACTION_NAMES: Record<RequiredAction, string> = { add: '新增', publish: '发布', remove: '删除' }

/** Values that the rule wrote to the copy last. */
export async function readCopyBase(db: Db, { base, targetId }: Pick<Link, 'base' | 'targetId'>): Promise<Values> {
  if (base !== '') return JSON.parse(base) as Values
  const first = await db
    .selectFrom('content_revision')
    .select('fields')
    .where('contentId', '=', targetId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first ? (JSON.parse(first.fields) as Values) : {}
}

const isSameText = (one = '', other = ''): boolean => one === other

async function followUpdate(
  ctx: CallContext,
  rule: CopyRuleRow,
  link: Link,
  source: Entry,
  target: Entry,
): Promise<FollowOutcome> {
  const { db } = ctx
  const { route, who } = await requireRoute(db, rule, ['add'])
  const [carried] = await mapToTarget(db, route, [source.values])
  const base = await readCopyBase(db, link)
  const names = route.pairs.map((pair) => pair.target.fieldName)
  const sourceValues: Record<string, string> = Object.fromEntries(
    names.map((name) => [name, carried?.values[name] ?? '']),
  )
  const changed = names.filter((name) => !isSameText(sourceValues[name], base[name]))
  const changedHere = changed.filter((name) => !isSameText(sourceValues[name], target.values[name]))
  if (changedHere.length === 0) {
    if (changed.length > 0) await saveCopyBase(db, link, sourceValues)
    await deletePendingUpdate(db, target.row.id)
    return 'nothing'
  }
  const isPublic = target.row.isStatus === 1
  const needsDecision =
    changedHere.some((name) => !isSameText(target.values[name], base[name])) ||
    target.row.approveInstanceId !== '' ||
    // The rule may not publish at the target, so the target's editor decides.
    (isPublic && !findWorkflow(route.target) && contentRefusal(who, route.target, 'publish') !== null)
  const updates = Object.fromEntries(changedHere.map((name) => [name, sourceValues[name] ?? '']))
  if (needsDecision) {
    await storePendingUpdate(ctx, rule, link, { kind: 'update', fields: updates, author: source.row.updatedBy }, target)
    return 'asked'
  }
  const values = { ...target.values, ...updates }
  await deletePendingUpdate(db, target.row.id)
  if (isPublic) await publishUpdate(ctx, route, target, values)
  else await writeEntry(ctx, route.target, target, { values, isStatus: false, reason: 'follow', note: toNote(source) })
  await saveCopyBase(db, link, sourceValues)
  await logFollowed(ctx, rule, source.row.id, '', route)
  return 'done'
}

const toNote = ({ row }: Entry) => ({ detail: FOLLOWING, refId: row.id })

/** Publishes the update as the target column demands: through its workflow and the agreement to forbidden words. */
async function publishUpdate(
  ctx: CallContext,
  { target: column }: Route,
  target: Entry,
  values: Values,
): Promise<void> {
  requireNoIssues(column, await findProblems(ctx.db, column, values, { before: target.values, isNew: false }))
  const asked = await findRequiredClasses(ctx, await findSensitive(ctx.db, column, values))
  if (findWorkflow(column) || asked.length > 0)
    await applyForPublication(ctx, column, target, { values, asked, remark: '随来源更新提交审核' })
  else await writeEntry(ctx, column, target, { values, isStatus: true, reason: 'follow', note: { detail: FOLLOWING } })
}

/** The source was deleted: deletes the copy too, unless the copy was edited on its own. */
async function followDeletion(ctx: Writer, rule: CopyRuleRow, link: Link, target: Entry): Promise<FollowOutcome> {
  if (rule.followDelete === 0) return 'nothing'
  const { route } = await requireRoute(ctx.db, rule, ['remove'])
  const base = await readCopyBase(ctx.db, link)
  const isEdited =
    target.row.approveInstanceId !== '' ||
    route.pairs.some(({ target: { fieldName: name } }) => !isSameText(target.values[name], base[name]))
  if (isEdited) {
    await storePendingUpdate(ctx, rule, link, { kind: 'delete', fields: {}, author: rule.updatedBy }, target)
    return 'asked'
  }
  await deletePendingUpdate(ctx.db, target.row.id)
  await recycleEntries(ctx, [target.row])
  await logFollowed(ctx, rule, link.sourceId, '', route)
  return 'done'
}

/** Leaves the change for the target's editor to decide; replaces an older pending change. */
async function storePendingUpdate(
  ctx: Writer,
  rule: CopyRuleRow,
  { sourceId, targetId }: Link,
  { kind, fields, author }: { kind: 'update' | 'delete'; fields: Values; author: string },
  target: Entry,
): Promise<void> {
  const before = await ctx.db.selectFrom('copy_update').selectAll().where('targetId', '=', targetId).executeTakeFirst()
  if (before?.kind === kind && before.fields === JSON.stringify(fields)) return
  await deletePendingUpdate(ctx.db, targetId)
  const createTime = ctx.clock.now().getTime()
  await ctx.db
    .insertInto('copy_update')
    .values({ ruleId: rule.id, sourceId, targetId, kind, fields: JSON.stringify(fields), author, createTime })
    .execute()
  await recordEvents(ctx, [{ entry: target.row, kind: 'updateWaits', detail: `规则“${rule.title}”`, refId: sourceId }])
}

export const deletePendingUpdate = async (db: Db, targetId: number): Promise<void> => {
  await db.deleteFrom('copy_update').where('targetId', '=', targetId).execute()
}

/** Stores the source values that the copy has received. */
export async function saveCopyBase(db: Db, { ruleId, sourceId }: Pick<Link, 'ruleId' | 'sourceId'>, base: Values) {
  await db
    .updateTable('copy_link')
    .set({ base: JSON.stringify(base) })
    .where('ruleId', '=', ruleId)
    .where('sourceId', '=', sourceId)
    .execute()
}

/** @param problem '' when the copy was updated */
async function logFollowed(
  ctx: Writer,
  rule: CopyRuleRow,
  sourceId: number,
  problem: string,
  route?: Route,
): Promise<void> {
  const link = await ctx.db
    .selectFrom('copy_link')
    .leftJoin('content', 'content.id', 'copy_link.targetId')
    .select(['copy_link.targetId', 'content.title'])
    .where('copy_link.ruleId', '=', rule.id)
    .where('copy_link.sourceId', '=', sourceId)
    .executeTakeFirst()
  if (!link) return
  const line = {
    dataId: sourceId,
    title: link.title ?? '',
    targetId: link.targetId,
    reason: problem === '' ? '随来源更新' : `随来源更新失败：${problem}`,
  }
  const order = toOrder(rule)
  const loggedRoute = route ?? (await describeRoute(ctx.db, rule))
  await writeLog(ctx, { order, route: loggedRoute, status: problem === '' ? 1 : 0 }, [line])
}
