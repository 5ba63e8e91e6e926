import { CURRENT_LINK } from '#deploy/release.ts'
import { countRows } from '#server/db/countRows.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import type { Deployment, PublishTarget } from '#shared/contract/publishTarget.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { planOf } from './auto.ts'
import { readSecrets, NO_SECRETS } from './connect.ts'
import { type DeploymentRow, targetUrl, type TargetRow } from './state.ts'

const dateOf = (time: number): string => (time === 0 ? '' : formatDateTime(time))

/** The target, if it is there (`not-found`) and of a site of the caller (`forbidden`). */
export async function targetFor(ctx: CallContext, id: number): Promise<TargetRow> {
  const row = await ctx.db.selectFrom('publish_target').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('发布目标不存在，可能已被删除，请刷新', id)
  ctx.requireSite(row.siteId)
  return row
}

export async function presentTarget(ctx: CallContext, row: TargetRow): Promise<PublishTarget> {
  const { db, deps } = ctx
  const site = await db.selectFrom('site').select('domain').where('id', '=', row.siteId).executeTakeFirst()
  const built = await db
    .selectFrom('static_site')
    .select('buildTime')
    .where('siteId', '=', row.siteId)
    .executeTakeFirst()
  // Secrets that can't be read any more are shown as missing: they have to be typed again.
  const secrets = await readSecrets({ ...deps, db }, row).catch(() => NO_SECRETS)
  const files = await countRows(db.selectFrom('target_file').where('targetId', '=', row.id))
  return {
    id: row.id,
    siteId: row.siteId,
    name: row.name,
    kind: row.kind,
    host: row.host,
    port: row.port,
    encryption: row.encryption,
    address: row.address,
    bucket: row.bucket,
    region: row.region,
    isPathStyle: row.isPathStyle === 1,
    username: row.username,
    signIn: row.signIn,
    hostKey: row.hostKey,
    folder: row.folder,
    basePath: row.basePath,
    origin: row.origin,
    addressForm: row.addressForm,
    isAuto: row.isAuto === 1,
    isPaused: row.isPaused === 1,
    hasReleases: row.hasReleases === 1,
    keptReleases: row.keptReleases,
    ...planOf(row.schedule),
    nextDate: dateOf(row.nextTime),
    servedFolder: row.hasReleases === 1 ? `${row.folder.replace(/[\\/]+$/, '')}/${CURRENT_LINK}` : row.folder,
    hasPassword: secrets.password !== '',
    hasPrivateKey: secrets.privateKey !== '',
    url: targetUrl(row, site?.domain ?? ''),
    deployDate: dateOf(row.deployTime),
    files,
    isCurrent: row.deployedBuild !== 0 && row.deployedBuild === (built?.buildTime ?? 0),
    version: row.version,
    changedBy: row.updatedBy,
    changedAt: formatDateTime(row.updateTime),
  }
}

/**
 * @param restorable ids of deployments whose changes are kept
 * @param downloadable ids of deployments of which there is a zip
 */
export const presentDeployment = (
  row: DeploymentRow,
  { restorable, downloadable }: Record<'restorable' | 'downloadable', ReadonlySet<number>>,
  { deploymentId }: Pick<TargetRow, 'deploymentId'>,
): Deployment => ({
  id: row.id,
  targetId: row.targetId,
  state: row.state,
  cause: row.cause,
  username: row.username,
  createDate: formatDateTime(row.createTime),
  endDate: dateOf(row.endTime),
  durationMs: row.endTime === 0 ? 0 : row.endTime - row.createTime,
  written: row.written,
  removed: row.removed,
  bytes: row.bytes,
  message: row.message,
  warnings: JSON.parse(row.warnings) as string[],
  asks: row.asks,
  foreign: JSON.parse(row.foreignFiles) as string[],
  checkState: row.checkState,
  checkProblems: JSON.parse(row.checkProblems) as string[],
  checkDate: dateOf(row.checkTime),
  purgeProblem: row.purgeProblem,
  canCheck: row.id === deploymentId && row.checkState !== 'waiting',
  canRestore: row.state !== 'running' && restorable.has(row.id),
  canDownload: downloadable.has(row.id),
})
