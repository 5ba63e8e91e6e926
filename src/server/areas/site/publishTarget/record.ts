import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import type { ComposedFile, TargetFileRow } from './state.ts'

type Db = Kysely<Database>

/** Rows of one statement. */
const ROWS = 200

/** What a deployment notes of the files at its target, so that it can go on after a fault and can be undone. */
export class DeploymentRecord {
  readonly #targetId: number
  readonly #deploymentId: number
  readonly #before: ReadonlyMap<string, TargetFileRow>

  /** @param before what lay at the target as far as is known */
  constructor(targetId: number, deploymentId: number, before: ReadonlyMap<string, TargetFileRow>) {
    this.#targetId = targetId
    this.#deploymentId = deploymentId
    this.#before = before
  }

  /**
   * Before files are touched in place: what lies there is uncertain from now on, so that a later deployment writes or removes it
   * whatever became of this one.
   * @param after null: the files are removed
   */
  async noteBegun(tx: Db, paths: readonly string[], after: ((path: string) => ComposedFile) | null): Promise<void> {
    await this.noteChanges(
      tx,
      paths.map((path) => ({ path, afterDigest: after?.(path).digest ?? '' })),
    )
    for (const part of splitIntoBatches(paths, ROWS))
      await tx
        .insertInto('target_file')
        .values(
          part.map((path) => ({
            targetId: this.#targetId,
            path,
            revision: '',
            digest: '',
            sizeBytes: 0,
            sha256: '',
            uploads: '[]',
            isUncertain: 1,
          })),
        )
        .onConflict((conflict) => conflict.columns(['targetId', 'path']).doUpdateSet({ isUncertain: 1 }))
        .execute()
  }

  /** The target has these files. */
  async noteWritten(tx: Db, files: readonly ComposedFile[]): Promise<void> {
    for (const part of splitIntoBatches(files, ROWS))
      await tx
        .insertInto('target_file')
        .values(
          part.map(({ path, revision, digest, sizeBytes, sha256, uploads }) => ({
            targetId: this.#targetId,
            path,
            revision,
            digest,
            sizeBytes,
            sha256,
            uploads,
            isUncertain: 0,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['targetId', 'path']).doUpdateSet(({ ref }) => ({
            revision: ref('excluded.revision'),
            digest: ref('excluded.digest'),
            sizeBytes: ref('excluded.sizeBytes'),
            sha256: ref('excluded.sha256'),
            uploads: ref('excluded.uploads'),
            isUncertain: 0,
          })),
        )
        .execute()
  }

  /** The target does not have these files any more. */
  async noteRemoved(tx: Db, paths: readonly string[]): Promise<void> {
    for (const part of splitIntoBatches(paths, ROWS))
      await tx
        .deleteFrom('target_file')
        .where('targetId', '=', this.#targetId)
        .where('path', 'in', [...part])
        .execute()
  }

  /** Notes what was there before. A path that this deployment has changed already keeps its first note. */
  async noteChanges(tx: Db, changes: readonly { path: string; afterDigest: string }[]): Promise<void> {
    for (const part of splitIntoBatches(changes, ROWS))
      await tx
        .insertInto('deployment_change')
        .values(
          part.map(({ path, afterDigest }) => {
            const before = this.#before.get(path)
            return {
              deploymentId: this.#deploymentId,
              path,
              beforeDigest: before?.digest ?? '',
              beforeSize: before?.sizeBytes ?? 0,
              beforeSha256: before?.sha256 ?? '',
              beforeRevision: before?.revision ?? '',
              beforeUploads: before?.uploads ?? '[]',
              afterDigest,
            }
          }),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['deploymentId', 'path'])
            .doUpdateSet(({ ref }) => ({ afterDigest: ref('excluded.afterDigest') })),
        )
        .execute()
  }

  /** Adds to what the deployment has done. */
  async count(tx: Db, { written = 0, removed = 0, bytes = 0 }): Promise<void> {
    await tx
      .updateTable('deployment')
      .set((eb) => ({
        written: eb('written', '+', written),
        removed: eb('removed', '+', removed),
        bytes: eb('bytes', '+', bytes),
      }))
      .where('id', '=', this.#deploymentId)
      .execute()
  }
}

export const bytesOf = (files: readonly { sizeBytes: number }[]): number =>
  files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
