import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { guarded } from '#deploy/guard.ts'
import { OWN_FOLDER } from '#deploy/manifest.ts'
import { CURRENT_LINK } from '#deploy/release.ts'
import { requireReleases, type TargetConnection } from '#deploy/target.ts'
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
import type { DeploymentFile } from '#shared/contract/targetSchedule.ts'
import { AppError } from '#shared/errors/index.ts'
import { connectTarget } from './connect.ts'
import { identityOf } from './identity.ts'
import { packAddress, packedOf } from './packDownload.ts'
import type { DeployInput } from './deployJob.ts'
import { presentDeployment, presentTarget, targetFor } from './present.ts'
import { saveTarget } from './save.ts'
import { queueCheck } from './afterDeploy.ts'
import type { DeploymentRow, TargetRow } from './state.ts'
import { webServerText } from './webServer.ts'

const queueDeploy = (ctx: CallContext, target: TargetRow, title: string, input: Omit<DeployInput, 'targetId'>) =>
  queueJob(ctx, {
    kind: 'site.deploy',
    title: `${title}“${target.name}”`,
    siteId: target.siteId,
    objectId: target.id,
    input: { targetId: target.id, ...input } satisfies DeployInput,
  })

async function deploymentFor({ db }: CallContext, id: number): Promise<DeploymentRow> {
  const row = await db.selectFrom('deployment').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('这条发布记录不存在，请刷新', id)
  return row
}

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

const TEST_TIMEOUT_MS = 60_000

async function tryTarget(deps: ServerDeps, target: TargetRow): Promise<void> {
  if (target.kind === 'zip') return
  const connection = await guarded((signal) => connectTarget(deps, target, signal))(
    AbortSignal.timeout(TEST_TIMEOUT_MS),
  )
  const path = `${OWN_FOLDER}/test-${randomBytes(6).toString('hex')}.txt`
  const bytes = Buffer.from('sitecraft')
  try {
    await connection.write(path, async () => Readable.from([bytes]), bytes.length)
    const found = await connection.read(path)
    if (!found?.equals(bytes)) throw new AppError('unavailable', '写入的测试文件读回后内容不同，请检查发布目标的磁盘')
    await connection.remove(path)
    if (target.hasReleases === 1) await tryReleases(connection)
  } finally {
    await connection.close()
  }
}

/** Switches a link of its own twice, and looks whether the place of the link is free. */
async function tryReleases(connection: TargetConnection): Promise<void> {
  const releases = requireReleases(connection)
  await releases.readLink(CURRENT_LINK)
  const path = `${OWN_FOLDER}/test-${randomBytes(6).toString('hex')}`
  try {
    for (const to of ['a', 'b']) await releases.switchLink(path, to)
    if ((await releases.readLink(path)) !== 'b') throw new AppError('unavailable', '链接没有切换')
  } catch (error) {
    throw new AppError(
      'unavailable',
      `目标不支持整站切换：${toAppError(error).message}。请编辑发布目标，关闭“整站切换”`,
      {
        cause: error,
      },
    )
  } finally {
    await connection.remove(path).catch(() => undefined)
  }
}

/** Asks the server for its key or certificate without a transaction open. */
const hostKey = new OwnTransactions<'publishTarget.readHostKey'>(async (_ctx, place) => {
  try {
    return { hostKey: await identityOf(place), message: '' }
  } catch (error) {
    return { hostKey: '', message: toAppError(error).message }
  }
})

const changeOf = (afterDigest: string): DeploymentFile['change'] => (afterDigest === '' ? 'removed' : 'written')

export const routes: Routes<'publishTarget'> = {
  'publishTarget.page': async (ctx, { siteId, key, ...paging }) => {
    await requireActiveSites(ctx, [siteId])
    let found = ctx.db.selectFrom('publish_target').where('siteId', '=', siteId)
    if (key)
      found = found.where((eb) =>
        contains([eb.ref('name'), eb.ref('host'), eb.ref('address'), eb.ref('bucket'), eb.ref('folder')], key),
      )
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
    const row = await deploymentFor(ctx, id)
    const target = await targetFor(ctx, row.targetId)
    const agreed = { agreesForeign: false, agreesRemoval: true, isVerified: target.hasReleases === 0 }
    return queueDeploy(ctx, target, '还原', { ...agreed, cause: 'restore', restoreBefore: id })
  },
  'publishTarget.check': async (ctx, { id }) => {
    const row = await deploymentFor(ctx, id)
    const target = await targetFor(ctx, row.targetId)
    await refuseOnCopy(ctx.db)
    if (target.deploymentId !== id) throw new AppError('conflict', '只能检查最近一次完成的发布，请刷新后选择')
    return queueCheck(ctx, target, id)
  },
  'publishTarget.deploymentFiles': async (ctx, { deploymentId, key, ...paging }) => {
    const row = await ctx.db
      .selectFrom('deployment')
      .select('targetId')
      .where('id', '=', deploymentId)
      .executeTakeFirst()
    if (!row) throw missingRecord('这条发布记录不存在，请刷新', deploymentId)
    await targetFor(ctx, row.targetId)
    let found = ctx.db.selectFrom('deployment_change').where('deploymentId', '=', deploymentId)
    if (key) found = found.where((eb) => contains([eb.ref('path')], key))
    const { rows, total } = await readPage(found.select(['path', 'afterDigest']).orderBy('path'), paging)
    const files = rows.map(({ path, afterDigest }) => ({ path, change: changeOf(afterDigest) }))
    return pageOf(files, total, paging.size)
  },
  'publishTarget.download': async (ctx, { id }) => {
    const row = await ctx.db.selectFrom('deployment').select('targetId').where('id', '=', id).executeTakeFirst()
    if (!row) throw missingRecord('这条发布记录不存在，请刷新', id)
    await targetFor(ctx, row.targetId)
    return packAddress(ctx, id)
  },
  'publishTarget.deployments': async (ctx, { targetId, key, ...paging }) => {
    const target = await targetFor(ctx, targetId)
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
    const packed = target.kind === 'zip' ? await packedOf(ctx, ids) : new Set<number>()
    return pageOf(
      rows.map((row) => presentDeployment(row, { restorable, downloadable: packed }, target)),
      total,
      paging.size,
    )
  },
  'publishTarget.webServer': async (ctx, { id, ...asked }) => webServerText(ctx, await targetFor(ctx, id), asked),
}
