import type { FastifyInstance } from 'fastify'
import { readAccountAuthority } from '#server/areas/people/account/index.ts'
import { toChunks, requireContentColumn, type EntryEvent, type EventWriter } from '#server/areas/content/entry/index.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { ownerlessJob, queueOwnerlessJob } from '#server/jobs/queue.ts'
import { wakeJobs } from '#server/jobs/runner.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { PULL, PUSH } from '#shared/contract/wechat.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { AppError } from '#shared/errors/index.ts'
import { WechatApi, type WechatConfigRow } from './api.ts'
import type { RuleRun } from './items.ts'
import { pullArticles } from './pull.ts'
import { pushEntries } from './push.ts'
import type { WechatRuleRow } from './rules.ts'

/** Runs a rule with the current rights of the account that saved it. A restarted run continues where it stopped. */
export const runWork: JobWork = async (deps, job) => {
  const { ruleId } = job.input as { ruleId: number }
  const rule = await deps.db.selectFrom('wechat_rule').selectAll().where('id', '=', ruleId).executeTakeFirst()
  if (!rule) throw new AppError('not-found', '公众号规则已被删除')
  const column = await requireContentColumn(deps, rule.classId, rule.siteId)
  const authority = await readAccountAuthority(deps.db, rule.accountId)
  const refusal = authority
    ? contentRefusal(authority, column, rule.ruleType === PUSH ? 'read' : 'add')
    : '账号已停用或删除'
  if (refusal !== null)
    throw new AppError('forbidden', `规则“${rule.title}”的保存人“${rule.updatedBy}”没有权限执行：${refusal}`)
  const config = await requireConfigOf(deps, rule)
  const run: RuleRun = { deps, job, rule, column, config, api: new WechatApi(deps, config) }
  const { done, failed, reason } = await (rule.ruleType === PUSH ? pushEntries(run) : pullArticles(run))
  if (failed > 0 && done === 0) throw new AppError('conflict', `${failed} 篇文章失败：${reason}`)
  await job.report(100, failed > 0 ? `${done} 篇成功，${failed} 篇失败：${reason}` : `${done} 篇成功`)
  await job.finish(async () => rule.classId)
}

async function requireConfigOf({ db }: ServerDeps, { configId, siteId }: WechatRuleRow): Promise<WechatConfigRow> {
  const row = await db
    .selectFrom('wechat_config')
    .selectAll()
    .where('siteId', '=', siteId)
    .$if(configId > 0, (query) => query.where('id', '=', configId))
    .orderBy('id')
    .executeTakeFirst()
  if (row) return row
  throw new AppError('conflict', '该站点还没有公众号，请先在“公众号管理”中新增')
}

/** When an entry is published, queues the automatic push rules of its column. */
export async function queuePushes(ctx: EventWriter, events: readonly EntryEvent[]): Promise<void> {
  const classIds = [...new Set(events.flatMap(({ kind, entry }) => (kind === 'published' ? entry.classId : [])))]
  for (const part of toChunks(classIds)) {
    const rules = await ctx.db
      .selectFrom('wechat_rule')
      .selectAll()
      .where('classId', 'in', part)
      .where('isRun', '=', 1)
      .where('ruleType', '=', PUSH)
      .execute()
    for (const { id, title, siteId } of rules) await queueOnce(ctx, { id, title: `推送到公众号“${title}”`, siteId })
  }
}

interface QueuedRule {
  id: number
  title: string
  siteId: number
}

/** A queued job suffices: it pushes everything published before it starts. */
async function queueOnce(ctx: EventWriter, { id, title, siteId }: QueuedRule): Promise<void> {
  const input = { ruleId: id }
  const waiting = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', 'wechat.run')
    .where('state', '=', 'queued')
    .where('input', '=', JSON.stringify(input))
    .executeTakeFirst()
  if (waiting) return
  await ctx.db
    .insertInto('job')
    .values(ownerlessJob({ kind: 'wechat.run', title, siteId, input }, ctx.clock.now()))
    .execute()
  const { deps } = ctx
  if (deps) ctx.afterCommit?.(() => wakeJobs(deps, 'wechat.run'))
}

/** Queues the automatic pull rules, every hour. */
async function queuePulls(deps: ServerDeps): Promise<void> {
  if (deps.runsJobs === false) return
  const rules = await deps.db
    .selectFrom('wechat_rule')
    .selectAll()
    .where('isRun', '=', 1)
    .where('ruleType', '=', PULL)
    .execute()
  for (const { id, title, siteId } of rules) {
    const input = { ruleId: id }
    const waiting = await deps.db
      .selectFrom('job')
      .select('id')
      .where('kind', '=', 'wechat.run')
      .where('state', 'in', ['queued', 'running'])
      .where('input', '=', JSON.stringify(input))
      .executeTakeFirst()
    if (!waiting) await queueOwnerlessJob(deps, { kind: 'wechat.run', title: `拉取公众号“${title}”`, siteId, input })
  }
}

export const plugin = (app: FastifyInstance, deps: ServerDeps): void =>
  scheduleMaintenance(app, deps, () => queuePulls(deps))
