import { OwnTransactions, Reply, type Resource, type Routes } from '#server/http/routes.ts'
import { queueJob } from '#server/jobs/queue.ts'
import type { CopyOutcome } from './copyEntries.ts'
import { logPage, removeLog } from './log.ts'
import { toOrder, presentRules, removeRules, requireRule, rulePage, saveRule, setRuleRun } from './rules.ts'
import { onEntryEvents } from '../entry/index.ts'
import { followSources } from './follow.ts'
import { queueFollowing } from './followQueue.ts'
import { findLinks } from './links.ts'
import { answerUpdate } from './updates.ts'
import { copyManually, requireCopyRights, retryCopy, runRules, runRuleJob } from './run.ts'

onEntryEvents(queueFollowing)

const ruleRoutes: Routes<'copyRule'> = {
  'copyRule.save': async (ctx, form) => presentRule(ctx, await saveRule(ctx, form)),
  'copyRule.page': rulePage,
  'copyRule.deleteByIdList': async (ctx, ids) => {
    await removeRules(ctx, ids)
    return null
  },
  'copyRule.findById': async (ctx, { id }) => presentRule(ctx, await requireRule(ctx, id)),
  'copyRule.updateRun': async (ctx, { id, isRun }) => {
    const row = await requireRule(ctx, id)
    // Who switches a rule on needs the rights for what it copies from then on.
    if (isRun) await requireCopyRights(ctx, toOrder(row))
    await setRuleRun(ctx, row, isRun)
    return null
  },
  'copyRule.run': async (ctx, { id, publishedOnly }) => {
    const row = await requireRule(ctx, id)
    const { target } = await requireCopyRights(ctx, toOrder(row))
    const title = `跨站复制“${row.title}”`
    return queueJob(ctx, { kind: 'copyRule.run', title, siteId: target.siteId, input: { ruleId: id, publishedOnly } })
  },
}

async function presentRule(ctx: Parameters<typeof presentRules>[0], row: Parameters<typeof presentRules>[1][number]) {
  const [presented] = await presentRules(ctx, [row])
  if (!presented) throw new Error('a rule was not presented')
  return presented
}

const logRoutes: Routes<'copyLog'> = {
  'copyLog.page': logPage,
  'copyLog.deleteByIdList': async (ctx, ids) => {
    await removeLog(ctx, ids)
    return null
  },
  'copyLog.retry': new OwnTransactions(async (ctx, { id }) => {
    await retryCopy(ctx, id)
    return null
  }),
}

const toCounts = ({ copied, failed }: CopyOutcome) => ({ copied, failed })
const SEE_LOG = '原因见“复制日志”'

const copyRoutes: Routes<'crossCopy'> = {
  'crossCopy.links': findLinks,
  'crossCopy.answerUpdate': answerUpdate,
  'crossCopy.copy': new OwnTransactions(async (ctx, input) => {
    const done = await copyManually(ctx, input)
    if (done.failed === 0) return toCounts(done)
    return new Reply(toCounts(done), `已复制 ${done.copied} 条，${done.failed} 条失败，${SEE_LOG}`)
  }),
  'crossCopy.runRules': new OwnTransactions(async (ctx, input) => {
    const done = await runRules(ctx, input)
    if (done.failed > 0) return new Reply(toCounts(done), `按规则跨站复制时有 ${done.failed} 条失败，${SEE_LOG}`)
    return new Reply(toCounts(done), done.copied > 0 ? `已按规则跨站复制 ${done.copied} 条` : '没有要复制的内容')
  }),
}

/** Calls 103–111: copy rules, copies and their log. */
export const crossSiteCopy: Resource = {
  routes: { ...ruleRoutes, ...logRoutes, ...copyRoutes },
  jobs: { 'copyRule.run': runRuleJob, 'copyRule.follow': followSources },
}
