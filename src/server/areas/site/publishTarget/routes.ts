import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { OWN_FOLDER } from '#deploy/manifest.ts'
import { refuseOnCopy } from '#server/db/serverCopy.ts'
import { contains } from '#server/db/search.ts'
import type { ServerDeps } from '#server/deps.ts'
import { toAppError } from '#server/http/response.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import { OwnTransactions, type Routes } from '#server/http/routes.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import { AppError } from '#shared/errors/index.ts'
import { connectTarget } from './connect.ts'
import type { DeployInput } from './deployJob.ts'
import { presentDeployment, presentTarget, targetFor } from './present.ts'
import { saveTarget } from './save.ts'
import type { TargetRow } from './state.ts'

const queueDeploy = (ctx: CallContext, target: TargetRow, title: string, input: Omit<DeployInput, 'targetId'>) =>
  queueJob(ctx, {
    kind: 'site.deploy',
    title: `${title}“${target.name}”`,
    siteId: target.siteId,
    input: { targetId: target.id, ...input } satisfies DeployInput,
  })

/** Its transactions are short: the target is asked in between. */
const test = new OwnTransactions<'publishTarget.test'>(async (ctx, { id }) => {
  const target = await targetFor(ctx, id)
  await refuseOnCopy(ctx.db)
  return { message: await problemOf(ctx.deps, target) }
})

/** Why a target does not work; '' when it does. */
async function problemOf(deps: ServerDeps, target: TargetRow): Promise<string> {
  try {
    await tryTarget(deps, target)
    return ''
  } catch (error) {
    return toAppError(error).message
  }
}

async function tryTarget(deps: ServerDeps, target: TargetRow): Promise<void> {
  const connection = await connectTarget(deps, target, AbortSignal.timeout(60_000))
  const path = `${OWN_FOLDER}/test-${randomBytes(6).toString('hex')}.txt`
  const bytes = Buffer.from('sitecraft')
  try {
    await connection.write(path, async () => Readable.from([bytes]), bytes.length)
    const found = await connection.read(path)
    if (!found?.equals(bytes)) throw new AppError('unavailable', '写入的测试文件读回后内容不同，请检查发布目标的磁盘')
    await connection.remove(path)
  } finally {
    await connection.close()
  }
}

/** Asks the server for its key without a transaction open. */
const hostKey = new OwnTransactions<'publishTarget.readHostKey'>(async (_ctx, { host, port }) => {
  const { readHostKey } = await import('#deploy/sftp.ts')
  try {
    return { hostKey: await readHostKey({ host, port }), message: '' }
  } catch (error) {
    return { hostKey: '', message: toAppError(error).message }
  }
})

export const routes: Routes<'publishTarget'> = {
  'publishTarget.page': async (ctx, { siteId, key, ...paging }) => {
    await requireActiveSites(ctx, [siteId])
    let found = ctx.db.selectFrom('publish_target').where('siteId', '=', siteId)
    if (key) found = found.where((eb) => contains([eb.ref('name'), eb.ref('host'), eb.ref('folder')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
    return pageOf(await Promise.all(rows.map((row) => presentTarget(ctx, row))), total, paging.size)
  },
  'publishTarget.findById': async (ctx, { id }) => presentTarget(ctx, await targetFor(ctx, id)),
  'publishTarget.save': async (ctx, form) => presentTarget(ctx, await saveTarget(ctx, form)),
  'publishTarget.deleteByIdList': async (ctx, list) => {
    const ids = [...new Set(list)]
    const rows = await ctx.db.selectFrom('publish_target').select(['id', 'siteId']).where('id', 'in', ids).execute()
    for (const { siteId } of rows) ctx.requireSite(siteId)
    const gone = ids.filter((id) => !rows.some((row) => row.id === id))
    if (gone.length > 0) throw missingRecords({ kind: '发布目标', ids: gone })
    await ctx.db.deleteFrom('publish_target').where('id', 'in', ids).execute()
    return null
  },
  'publishTarget.readHostKey': hostKey,
  'publishTarget.test': test,
  'publishTarget.deploy': async (ctx, { id, ...agreed }) => {
    const target = await targetFor(ctx, id)
    await requireActiveSites(ctx, [target.siteId])
    await ctx.db.updateTable('publish_target').set({ isPaused: 0 }).where('id', '=', id).execute()
    return queueDeploy(ctx, target, '发布到', { ...agreed, cause: 'manual', restoreBefore: 0 })
  },
  'publishTarget.restore': async (ctx, { id }) => {
    const row = await ctx.db.selectFrom('deployment').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw missingRecord('这条发布记录不存在，请刷新', id)
    const target = await targetFor(ctx, row.targetId)
    const agreed = { agreesForeign: false, agreesRemoval: true, isVerified: true }
    return queueDeploy(ctx, target, '还原', { ...agreed, cause: 'restore', restoreBefore: id })
  },
  'publishTarget.deployments': async (ctx, { targetId, key, ...paging }) => {
    await targetFor(ctx, targetId)
    let found = ctx.db.selectFrom('deployment').where('targetId', '=', targetId)
    if (key) found = found.where((eb) => contains([eb.ref('username'), eb.ref('message')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
    const ids = [...rows.map(({ id }) => id), 0]
    const kept = await ctx.db
      .selectFrom('deployment_change')
      .select('deploymentId')
      .distinct()
      .where('deploymentId', 'in', ids)
      .execute()
    const restorable = new Set(kept.map(({ deploymentId }) => deploymentId))
    return pageOf(
      rows.map((row) => presentDeployment(row, restorable)),
      total,
      paging.size,
    )
  },
}
