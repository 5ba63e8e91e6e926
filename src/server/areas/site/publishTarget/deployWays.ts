import type { Kysely } from 'kysely'
import { deploy, type DeployPorts } from '#deploy/deploy.ts'
import type { DeployPlan } from '#deploy/plan.ts'
import {
  CURRENT_LINK,
  deployRelease,
  listReleases,
  releaseFolder,
  releaseName,
  removeOldReleases,
} from '#deploy/release.ts'
import { type ReleaseSupport, requireReleases } from '#deploy/target.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { Release } from './compose.ts'
import type { Inspection } from './inspect.ts'
import { bytesOf, type DeploymentRecord } from './record.ts'
import type { ComposedFile, DeploymentRow, TargetRow } from './state.ts'

type Db = Kysely<Database>

/** What every way of deploying needs; what it notes of its files is its own. */
export type WorkPorts = Omit<DeployPorts, 'onBegin' | 'onWritten' | 'onRemoved'> & {
  composed: (file: { path: string }) => ComposedFile
}

/** What is known when the files are about to go. */
export interface DeployWork {
  deps: ServerDeps
  target: TargetRow
  row: DeploymentRow
  /** The deployment that is undone with those after it; 0: none. */
  restoreBefore: number
  record: DeploymentRecord
  release: Release
  plan: DeployPlan
  ports: WorkPorts
  inspection: Inspection
}

/** How a deployment ends once the manifest is written. */
export interface DeployEnd {
  /** The release that visitors see; '' none. */
  releaseName: string
  /** In the transaction that completes the deployment. */
  apply(tx: Db): Promise<void>
  /** Before that; a failure is no failure of the deployment. */
  cleanUp(): Promise<void>
}

/** Writes into the folder that visitors see. */
export async function deployDirect({ deps: { db }, record, plan, ports }: DeployWork): Promise<DeployEnd> {
  const inTransaction = (work: (tx: Db) => Promise<void>): Promise<void> => db.transaction().execute(work)
  const written = new Set(plan.writes.flatMap((group) => group.map(({ path }) => path)))
  const after = (path: string): ComposedFile => ports.composed({ path })
  await deploy(plan, {
    ...ports,
    onBegin: (paths) =>
      inTransaction((tx) => record.noteBegun(tx, paths, paths.every((path) => written.has(path)) ? after : null)),
    onWritten: (files) =>
      inTransaction(async (tx) => {
        await record.noteWritten(tx, files.map(ports.composed))
        await record.count(tx, { written: files.length, bytes: bytesOf(files) })
      }),
    onRemoved: (paths) =>
      inTransaction(async (tx) => {
        await record.noteRemoved(tx, paths)
        await record.count(tx, { removed: paths.length })
      }),
  })
  return { releaseName: '', apply: async () => undefined, cleanUp: async () => undefined }
}

/** Puts a release together beside the one that visitors see, or finds the earlier one, and switches the link. */
export async function deployReleased(work: DeployWork): Promise<DeployEnd> {
  const { deps, row, record, release, plan, ports, inspection } = work
  const connection = await ports.open(ports.signal)
  let names: string[]
  let link: string | null
  try {
    const releases = requireReleases(connection)
    names = await listReleases(releases)
    link = await releases.readLink(CURRENT_LINK)
    const earlier = await earlierRelease(work, names)
    if (earlier !== '') {
      await releases.switchLink(CURRENT_LINK, releaseFolder(earlier))
      await deps.db.updateTable('deployment').set({ releaseName: earlier }).where('id', '=', row.id).execute()
      return endOf(work, earlier)
    }
  } finally {
    await connection.close()
  }
  // A release that visitors see already is never written to.
  const isResumed = names.includes(row.releaseName) && link !== releaseFolder(row.releaseName)
  const name = isResumed ? row.releaseName : releaseName(deps.clock.now(), row.id, names)
  const previous = inspection.currentRelease
  await deps.db
    .updateTable('deployment')
    .set({ releaseName: name, previousRelease: previous ?? '' })
    .where('id', '=', row.id)
    .execute()
  const changed = plan.writes.flat()
  const isChanged = new Set(changed.map(({ path }) => path))
  const unchanged = release.files.filter(({ path }) => !isChanged.has(path))
  const written = isResumed ? await writtenBefore(deps.db, row.id, changed) : new Set<string>()
  await deployRelease(
    { name, previous, changed, unchanged, isResumed, written },
    {
      ...ports,
      onWritten: (files) =>
        deps.db.transaction().execute(async (tx) => {
          await record.noteChanges(
            tx,
            files.map(({ path, digest }) => ({ path, afterDigest: digest })),
          )
          await record.count(tx, { written: files.length, bytes: bytesOf(files) })
        }),
    },
  )
  return endOf(work, name)
}

/** The release that a restore goes back to, if it is still there; ''. */
async function earlierRelease({ deps, target, restoreBefore }: DeployWork, names: readonly string[]): Promise<string> {
  if (restoreBefore === 0) return ''
  const undone = await deps.db
    .selectFrom('deployment')
    .select('previousRelease')
    .where('id', '=', restoreBefore)
    .where('targetId', '=', target.id)
    .executeTakeFirst()
  const name = undone?.previousRelease ?? ''
  return names.includes(name) ? name : ''
}

/** Changed files that an interrupted deployment has noted as written. */
async function writtenBefore(
  db: Db,
  deploymentId: number,
  changed: readonly { path: string; digest: string }[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('deployment_change')
    .select(['path', 'afterDigest'])
    .where('deploymentId', '=', deploymentId)
    .execute()
  const digests = new Map(rows.map(({ path, afterDigest }) => [path, afterDigest]))
  return new Set(changed.filter(({ path, digest }) => digests.get(path) === digest).map(({ path }) => path))
}

function endOf(work: DeployWork, name: string): DeployEnd {
  const { record, plan, ports } = work
  const changed = plan.writes.flat().map(ports.composed)
  return {
    releaseName: name,
    apply: async (tx) => {
      await record.noteChanges(tx, [
        ...changed.map(({ path, digest }) => ({ path, afterDigest: digest })),
        ...plan.removals.map((path) => ({ path, afterDigest: '' })),
      ])
      await record.noteWritten(tx, changed)
      await record.noteRemoved(tx, plan.removals)
      await record.count(tx, { removed: plan.removals.length })
    },
    cleanUp: () => prune(work, name),
  }
}

/** Old releases that stay longer than wanted do no harm, so a failure is only logged. */
async function prune({ deps, target, row, ports, inspection }: DeployWork, current: string): Promise<void> {
  const rows = await deps.db
    .selectFrom('deployment')
    .select('releaseName')
    .where('targetId', '=', target.id)
    .where('state', '=', 'done')
    .execute()
  const complete = new Set(rows.map((each) => each.releaseName))
  const remove = (releases: ReleaseSupport): Promise<void> =>
    removeOldReleases(releases, { current, complete, previous: inspection.currentRelease, keep: target.keptReleases })
  try {
    const connection = await ports.open(ports.signal)
    try {
      await remove(requireReleases(connection))
    } finally {
      await connection.close()
    }
  } catch (err) {
    deps.log.warn({ err, deployment: row.id }, 'old releases could not be removed')
  }
}
