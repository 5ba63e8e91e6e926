import type { ServerDeps } from '#server/deps.ts'
import type { RunningJob } from '#server/http/jobWork.ts'
import { openSecret, type SecretBinding } from '#server/secrets/sealing.ts'
import type { RowOf } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { addressOf } from '../checkPublic.ts'
import { readRules, type TargetRow } from '../state.ts'
import { CDNS, type PurgeOrder } from './providers.ts'

export type CdnRow = RowOf<'target_cdn'>

/** After more changes than this the whole site is purged by one call: the clouds allow some thousand addresses a day. */
export const MAX_PURGED = 1000

export const cdnSecret = (id: number): SecretBinding => ({ use: 'publish target CDN', owner: id })

export const cdnOf = ({ db }: Pick<ServerDeps, 'db'>, targetId: number): Promise<CdnRow | undefined> =>
  db.selectFrom('target_cdn').selectAll().where('targetId', '=', targetId).executeTakeFirst()

/** Has the CDN forget what a deployment changed. @returns what failed, '' when nothing did or there is no CDN */
export async function purgeChanged(
  deps: ServerDeps,
  job: RunningJob,
  target: TargetRow,
  deploymentId: number,
): Promise<string> {
  const row = await cdnOf(deps, target.id)
  if (!row || row.provider === '') return ''
  const changed = await deps.db
    .selectFrom('deployment_change')
    .select('path')
    .where('deploymentId', '=', deploymentId)
    .limit(MAX_PURGED + 1)
    .execute()
  if (changed.length === 0) return ''
  await job.report(0, '正在刷新 CDN')
  return purge(
    deps,
    row,
    target,
    changed.map(({ path }) => path),
  )
}

/** Purges files of a target. @param paths from the target's root; more than `MAX_PURGED`: the whole site */
export async function purge(
  deps: ServerDeps,
  row: CdnRow,
  target: TargetRow,
  paths: readonly string[],
): Promise<string> {
  if (row.provider === '') return ''
  const { origin } = await readRules(deps, target).catch((error: unknown) => {
    if (error instanceof AppError) return { origin: '' }
    throw error
  })
  if (origin === '') return '站点没有绑定域名，发布目标也没有填写“访问域名”，CDN 没有刷新'
  const secret = row.secret === '' ? '' : await openSecret(deps, cdnSecret(row.id), row.secret)
  if (secret === null) return 'CDN 的密钥用已不存在的密钥加密，请重新填写后再发布'
  const cdn = CDNS[row.provider]
  const access = { url: row.url, accessKeyId: row.accessKeyId, secret }
  const { basePath } = target
  const isFolder = paths.length > MAX_PURGED
  const urls = isFolder ? [`${origin}${encodeURI(basePath)}/`] : [...urlsOf(paths, origin, basePath)]
  for (const batch of splitIntoBatches(urls, cdn.maxUrls)) {
    const order: PurgeOrder = { urls: batch, isFolder, now: deps.clock.now() }
    const problem = await cdn.send(access, order, deps.outgoing ?? {})
    if (problem !== '') return `CDN 没有刷新，访客可能仍看到旧内容：${problem}`
  }
  return ''
}

/** A page in a folder has two addresses. */
function urlsOf(paths: readonly string[], origin: string, basePath: string): Set<string> {
  const whole = (path: string): string => origin + encodeURI(`${basePath}/${path}`).replace(/[?#]/g, encodeURIComponent)
  return new Set(paths.flatMap((path) => [origin + addressOf(path, basePath), whole(path)]))
}
