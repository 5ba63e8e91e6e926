import { splitIntoBatches } from '#shared/util/lists.ts'
import { BATCH, forEachAtOnce, type DeployPorts, TargetSession } from './deploy.ts'
import type { ReleaseFile } from './plan.ts'
import { Meter } from './progress.ts'
import { type ReleaseSupport, requireReleases, type TargetConnection } from './target.ts'

/** The link that the web server serves. */
export const CURRENT_LINK = 'current'
const RELEASES = 'releases'
const RELEASE_NAME = /^\d{14}-\d+(?:-\d+)?$/

/** Path of a release from the target's root, which is also where the link leads. */
export const releaseFolder = (name: string): string => `${RELEASES}/${name}`

/** @param used names that are taken */
export function releaseName(now: Date, deploymentId: number, used: readonly string[] = []): string {
  const name = `${now.toISOString().replace(/\D/g, '').slice(0, 14)}-${deploymentId}`
  if (!used.includes(name)) return name
  let at = 2
  while (used.includes(`${name}-${at}`)) at += 1
  return `${name}-${at}`
}

/** A release that is put together in a folder of its own and then shown at once. */
export interface ReleasePlan {
  name: string
  /** The release that visitors see, whose unchanged files are taken over; null: none. */
  previous: string | null
  /** Files with new content. */
  changed: readonly ReleaseFile[]
  /** Files that the former release has, too. */
  unchanged: readonly ReleaseFile[]
  /** Was the deployment interrupted? Then the folder may hold some of the files, and others. */
  isResumed: boolean
  /** Paths of changed files that an interrupted deployment has written already. */
  written: ReadonlySet<string>
}

/** Puts a release together beside the one that visitors see, and switches to it at the end. */
export async function deployRelease(
  plan: ReleasePlan,
  ports: Omit<DeployPorts, 'onBegin' | 'onRemoved'>,
): Promise<void> {
  const session = new TargetSession(ports.open, ports.signal, ports.restMs)
  const folder = releaseFolder(plan.name)
  try {
    const there = plan.isResumed ? await removeUnwanted(session, plan, folder) : new Map<string, number>()
    const changed = plan.changed.filter(
      ({ path, sizeBytes }) => !plan.written.has(path) || there.get(path) !== sizeBytes,
    )
    const meter = new Meter(plan.unchanged.length + changed.length, changed, ports.onProgress)
    const write = async (target: TargetConnection, file: ReleaseFile): Promise<void> => {
      await meter.write(file, ports.read, (open) => target.write(`${folder}/${file.path}`, open, file.sizeBytes))
    }
    await forEachAtOnce(session, plan.unchanged, ports.signal, async (target, file) => {
      const { previous } = plan
      const from = previous === null ? null : `${releaseFolder(previous)}/${file.path}`
      if (from === null || !(await target.releases?.copyFile(from, `${folder}/${file.path}`))) await write(target, file)
      else await meter.count()
    })
    for (const batch of splitIntoBatches(changed, BATCH)) {
      await forEachAtOnce(session, batch, ports.signal, write)
      await ports.onWritten(batch)
    }
    ports.signal.throwIfAborted()
    await session.retrying((target) => requireReleases(target).switchLink(CURRENT_LINK, folder))
  } finally {
    await session.close()
  }
}

/** Removes what does not belong to the release. @returns sizes of the files that stay */
async function removeUnwanted(session: TargetSession, plan: ReleasePlan, folder: string): Promise<Map<string, number>> {
  const wanted = new Set([...plan.changed, ...plan.unchanged].map(({ path }) => path))
  return session.retrying(async (target) => {
    const there = new Map<string, number>()
    for await (const { path, sizeBytes } of target.list(folder)) there.set(path, sizeBytes)
    for (const path of there.keys())
      if (!wanted.has(path)) {
        await target.remove(`${folder}/${path}`)
        there.delete(path)
      }
    return there
  })
}

/** Removes old releases, and those that were never completed. Folders with other names are not touched. */
export async function removeOldReleases(
  releases: ReleaseSupport,
  {
    current,
    previous,
    complete,
    keep,
  }: { current: string; previous: string | null; complete: ReadonlySet<string>; keep: number },
): Promise<void> {
  const names = (await releases.listFolders(RELEASES)).filter((name) => RELEASE_NAME.test(name)).sort()
  const others = names.filter((name) => complete.has(name) && name !== current)
  const kept = new Set([current, previous, ...others.slice(Math.max(0, others.length - (keep - 1)))])
  for (const name of names) if (!kept.has(name)) await releases.removeTree(releaseFolder(name))
}

/** Names of the releases that lie at a target. */
export const listReleases = (releases: ReleaseSupport): Promise<string[]> => releases.listFolders(RELEASES)
