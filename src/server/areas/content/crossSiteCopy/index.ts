import { OwnTransactions, Reply, type Resource, type Routes } from '#server/http/routes.ts'
import { queueJob } from '#server/jobs/queue.ts'
import type { Copied } from './copyEntries.ts'
import { logPage, removeLog } from './log.ts'
import { orderOf, presentRules, removeRules, ruleFor, rulePage, saveRule, switchRule } from './rules.ts'
import { onEntryEvents } from '../entry/index.ts'
import { followWork } from './follow.ts'
import { queueFollowing } from './followQueue.ts'
import { linksOf } from './linkedPlaces.ts'
import { answerUpdate } from './updates.ts'
import { copyByHand, requireCopier, retryCopy, runRules, runWork } from './run.ts'

onEntryEvents(queueFollowing)

const ruleRoutes: Routes<'copyRule'> = {
  'copyRule.save': async (ctx, form) => one(ctx, await saveRule(ctx, form)),
  'copyRule.page': rulePage,
  'copyRule.deleteByIdList': async (ctx, ids) => {
    await removeRules(ctx, ids)
    return null
  },
  'copyRule.findById': async (ctx, { id }) => one(ctx, await ruleFor(ctx, id)),
  'copyRule.updateRun': async (ctx, { id, isRun }) => {
    const row = await ruleFor(ctx, id)
    // Who switches a rule on needs the rights for what it copies from then on.
    if (isRun) await requireCopier(ctx, orderOf(row))
    await switchRule(ctx, row, isRun)
    return null
  },
  'copyRule.run': async (ctx, { id, publishedOnly }) => {
    const row = await ruleFor(ctx, id)
    const { target } = await requireCopier(ctx, orderOf(row))
    const title = `跨站复制“${row.title}”`
    return queueJob(ctx, { kind: 'copyRule.run', title, siteId: target.siteId, input: { ruleId: id, publishedOnly } })
  },
}

async function one(ctx: Parameters<typeof presentRules>[0], row: Parameters<typeof presentRules>[1][number]) {
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

const counts = ({ copied, failed }: Copied) => ({ copied, failed })
const FAILED = '原因见“复制日志”'

const copyRoutes: Routes<'crossCopy'> = {
  'crossCopy.links': linksOf,
  'crossCopy.answerUpdate': answerUpdate,
  'crossCopy.copy': new OwnTransactions(async (ctx, input) => {
    const done = await copyByHand(ctx, input)
    if (done.failed === 0) return counts(done)
    return new Reply(counts(done), `已复制 ${done.copied} 条，${done.failed} 条失败，${FAILED}`)
  }),
  'crossCopy.runRules': new OwnTransactions(async (ctx, input) => {
    const done = await runRules(ctx, input)
    if (done.failed > 0) return new Reply(counts(done), `按规则跨站复制时有 ${done.failed} 条失败，${FAILED}`)
    return new Reply(counts(done), done.copied > 0 ? `已按规则跨站复制 ${done.copied} 条` : '没有要复制的内容')
  }),
}

/** Calls 103–111: copy rules, copies and their log. */
export const crossSiteCopy: Resource = {
  routes: { ...ruleRoutes, ...logRoutes, ...copyRoutes },
  jobs: { 'copyRule.run': runWork, 'copyRule.follow': followWork },
}
