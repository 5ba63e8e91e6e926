import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ComposedFile } from './state.ts'

/**
 * What lay at a target before a deployment: what lies there now, with the changes of this deployment and of all after it undone.
 * @throws AppError `conflict` when the changes are not kept any more
 */
export async function earlierState(
  db: Kysely<Database>,
  targetId: number,
  deploymentId: number,
  now: ReadonlyMap<string, ComposedFile>,
): Promise<ComposedFile[]> {
  const changes = await db
    .selectFrom('deployment_change as change')
    .innerJoin('deployment', 'deployment.id', 'change.deploymentId')
    .selectAll('change')
    .where('deployment.targetId', '=', targetId)
    .where('change.deploymentId', '>=', deploymentId)
    .orderBy('change.deploymentId', 'desc')
    .execute()
  if (!changes.some((change) => change.deploymentId === deploymentId))
    throw new AppError('conflict', '这次发布之前的文件已不再保留，无法还原')
  const files = new Map(now)
  for (const change of changes) {
    if (change.beforeDigest === '') files.delete(change.path)
    else
      files.set(change.path, {
        path: change.path,
        revision: change.beforeRevision,
        digest: change.beforeDigest,
        sizeBytes: change.beforeSize,
        sha256: change.beforeSha256,
        uploads: change.beforeUploads,
      })
  }
  // Of a file that was on its way to a place where none was, nothing is known.
  return [...files.values()].filter(({ digest }) => digest !== '')
}
