import type { FastifyInstance } from 'fastify'
import { engineOf } from '#server/db/dialect.ts'
import { confirmOriginal, isServerCopy, SENDING_JOBS } from '#server/db/serverCopy.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { findNextPlanned } from '#server/jobs/recurringPlan.ts'
import { pollScheduledWork } from '#server/jobs/scheduledWork.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { wakeJobs } from '#server/jobs/runner.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { backupStore } from './store.ts'
import { isDue, readLastAttempt, makeBackup, toPlan, readRules, saveRules } from './work.ts'

function requireSuper(ctx: CallContext): void {
  if (!isSuper(ctx.requireSignedIn().authority)) throw new AppError('forbidden', '只有超级管理员可以查看和设置备份')
}

const findActiveJob = ({ db }: Pick<CallContext, 'db'>) =>
  db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', 'server.backup')
    .where('state', 'in', ['queued', 'running'])
    .orderBy('id')
    .executeTakeFirst()

const routes: Routes<'backup'> = {
  'backup.state': async (ctx) => {
    requireSuper(ctx)
    const { savedAt: _savedAt, ...rules } = await readRules(ctx.db)
    const store = await backupStore(ctx.deps)
    const tried = await readLastAttempt(ctx.db)
    const job = await findActiveJob(ctx)
    const { begun = 0, ended = 0, ok = false, message = '' } = tried ?? {}
    return {
      rules,
      folder: store.title,
      inBucket: Boolean(ctx.deps.s3),
      backups: await store.list(),
      last: tried && !job ? { date: formatDateTime(ended || begun), ok, message } : null,
      nextDate: rules.isOn ? formatDateTime(findNextPlanned(toPlan(rules), ctx.clock.now()).getTime()) : '',
      jobId: job?.id ?? 0,
    }
  },

  'backup.copyState': async (ctx) => {
    requireSuper(ctx)
    return { isCopy: await isServerCopy(ctx.db) }
  },

  'backup.confirmOriginal': async (ctx) => {
    requireSuper(ctx)
    await confirmOriginal(ctx.db, engineOf(ctx.db) === 'sqlite' ? ctx.deps.dataDir : null)
    ctx.afterCommit(() => {
      for (const kind of SENDING_JOBS) wakeJobs(ctx.deps, kind)
    })
    return null
  },

  'backup.saveRules': async (ctx, rules) => {
    requireSuper(ctx)
    await saveRules(ctx.db, rules, ctx.clock.now().getTime())
    return rules
  },

  'backup.start': async (ctx) => {
    requireSuper(ctx)
    const going = await findActiveJob(ctx)
    if (going) throw new AppError('conflict', '备份正在进行，请等待完成后再试')
    return queueJob(ctx, { kind: 'server.backup', title: '备份服务器', siteId: 0, input: { asked: true } })
  },
}

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  if (deps.runsJobs === false) return
  pollScheduledWork(app, deps, { kind: 'server.backup', title: '定时备份服务器', isDue })
}

/** Backups of the whole server, on a schedule or on request. */
export const backup: Resource = { routes, jobs: { 'server.backup': makeBackup }, plugin }
