import { createHash } from 'node:crypto'
import PQueue from 'p-queue'
import { CURRENT_LINK, releaseFolder } from '#deploy/release.ts'
import { MANIFEST_PATH, readManifest } from '#deploy/manifest.ts'
import { requireReleases, type TargetConnection } from '#deploy/target.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { RunningJob } from '#server/http/jobWork.ts'
import { MAX_FOREIGN_NAMED } from '#shared/contract/publishTarget.ts'
import { AppError } from '#shared/errors/index.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { type DeploymentRow, ownerOf, type TargetFileRow, type TargetRow } from './state.ts'

/** A person has to agree before the deployment goes on. */
export class NeedsAgreement extends Error {
  readonly asks: 'foreign' | 'removal'
  readonly foreign: readonly string[]

  constructor(asks: 'foreign' | 'removal', message: string, foreign: readonly string[] = []) {
    super(message)
    this.asks = asks
    this.foreign = foreign
  }
}

/** What was found at a target. */
export interface Inspection {
  /** Nobody has deployed there yet. */
  isFirst: boolean
  /** Files that lie there otherwise than noted. */
  lost: string[]
  /** The files were compared. */
  isListed: boolean
  /** Of targets that switch releases: the folder that visitors see and that is the one that is noted; null: none. */
  currentRelease: string | null
}

interface Inspected {
  deps: ServerDeps
  job: RunningJob
  connection: TargetConnection
  target: TargetRow
  row: DeploymentRow
  before: ReadonlyMap<string, TargetFileRow>
  /** Paths of the release that is to be deployed. */
  release: ReadonlySet<string>
  agreesForeign: boolean
  /** The files are compared; if a person asked for that, with their content. */
  isVerified: boolean
}

/** Files are compared by themselves after this time, to notice what others changed. */
const VERIFY_AFTER_MS = DAY_MS
/** Larger files are compared by their size alone. */
const MAX_COMPARED_BYTES = 1_000_000

/**
 * Looks whose files lie at a target and whether they are those of the last deployment.
 * @throws AppError `conflict` for the target of another site; NeedsAgreement when files of others lie there
 */
export async function inspectTarget(inspected: Inspected): Promise<Inspection> {
  const { deps, connection, target, row, isVerified } = inspected
  const manifest = readManifest(await connection.read(MANIFEST_PATH))
  if (manifest && manifest.owner !== (await ownerOf(deps, target.siteId)))
    throw new AppError(
      'conflict',
      `这个目标已用于站点“${manifest.site}”，请更换文件夹；确认不再使用时，请先在目标上删除文件夹 .sitecraft`,
    )
  await connection.removeLeftovers?.()
  const isFirst = manifest === null
  const current = target.hasReleases === 1 ? await readCurrent(inspected, isFirst) : null
  // The manifest of this deployment itself: it was interrupted at its end.
  const isOurs = manifest !== null && [target.deploymentId, row.id].includes(manifest.deployment)
  const isDue = target.verifyTime + VERIFY_AFTER_MS <= deps.clock.now().getTime()
  if (isOurs && !isVerified && !isDue) return { isFirst, lost: [], isListed: false, currentRelease: current }
  if (target.hasReleases === 1 && current === null)
    return { isFirst, lost: [...inspected.before.keys()], isListed: true, currentRelease: null }
  const found = await listTarget(inspected, current === null ? undefined : releaseFolder(current))
  if (isFirst && current === null) requireAgreement(inspected, found)
  const lost = [...inspected.before.values()].filter(({ path, sizeBytes }) => found.get(path) !== sizeBytes)
  const paths = new Set(lost.map(({ path }) => path))
  if (isVerified && row.cause === 'manual')
    for (const path of await findAltered(inspected, current, paths)) paths.add(path)
  return { isFirst, lost: [...paths], isListed: true, currentRelease: current }
}

/** The release that visitors see, if it is the one that is noted. */
async function readCurrent({ connection, target, agreesForeign }: Inspected, isFirst: boolean): Promise<string | null> {
  const link = await requireReleases(connection).readLink(CURRENT_LINK)
  if (isFirst && link !== null && !agreesForeign)
    throw new NeedsAgreement('foreign', `目标上已有不是本站发布的链接“${CURRENT_LINK}”，会改为指向本站，请确认`, [
      CURRENT_LINK,
    ])
  return target.releaseName !== '' && link === releaseFolder(target.releaseName) ? target.releaseName : null
}

function requireAgreement({ before, release, agreesForeign }: Inspected, found: ReadonlyMap<string, number>): void {
  const foreign = agreesForeign ? [] : [...found.keys()].filter((path) => !before.has(path))
  if (foreign.length === 0) return
  const replaced = foreign.filter((path) => release.has(path))
  const named = [...replaced, ...foreign.filter((path) => !release.has(path))].slice(0, MAX_FOREIGN_NAMED)
  throw new NeedsAgreement(
    'foreign',
    `目标上已有 ${foreign.length} 个不是本站发布的文件，其中 ${replaced.length} 个会被同名文件替换，其余保留，请确认`,
    named,
  )
}

/** Sizes of the files at a target, by path. */
async function listTarget({ connection, job }: Inspected, folder?: string): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for await (const { path, sizeBytes } of connection.list(folder)) {
    found.set(path, sizeBytes)
    if (found.size % 500 === 0) await job.report(20, `正在核对目标上的文件，已读取 ${found.size} 个`)
  }
  return found
}

/** Files of the noted size with other bytes. */
async function findAltered(
  { connection, job, before }: Inspected,
  release: string | null,
  lost: ReadonlySet<string>,
): Promise<string[]> {
  const compared = [...before.values()].filter(
    ({ path, sha256, sizeBytes }) => sha256 !== '' && sizeBytes <= MAX_COMPARED_BYTES && !lost.has(path),
  )
  const altered: string[] = []
  let done = 0
  const queue = new PQueue({ concurrency: connection.parallel })
  await queue.addAll(
    compared.map(({ path, sha256 }) => async () => {
      const bytes = await connection.read(release === null ? path : `${releaseFolder(release)}/${path}`)
      if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== sha256) altered.push(path)
      done += 1
      await job.report(20, `正在核对目标上的文件内容，${done} / ${compared.length}`)
    }),
  )
  return altered
}
