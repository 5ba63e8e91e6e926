import { join } from 'node:path'
import { createBucketBackups } from '#server/backup/bucketBackups.ts'
import { type BackupStore, createFolderBackups } from '#server/backup/backupStore.ts'
import type { ServerDeps } from '#server/deps.ts'
import { OWNER_DOUBTS } from '#server/storage/storeLease.ts'
import { storesOf } from '#server/storage/stores.ts'
import { AppError } from '#shared/errors/index.ts'

/**
 * Storage of backups: the folder named by the environment; else the bucket, if all other files are there; else the
 * data folder.
 */
export async function backupStore(deps: ServerDeps): Promise<BackupStore> {
  const { backupDir, dataDir, s3 } = deps
  const { blobs, contents } = await storesOf(deps)
  if (backupDir || !s3) return createFolderBackups(backupDir ?? join(dataDir, 'backups'))
  return createBucketBackups({
    blobs,
    title: `${s3.endpoint}/${s3.prefix}backups`,
    tempFolder: contents.cache.tempFolder,
  })
}

/** Backups next to those of another database would count toward its retention limit and be mistaken for its own. */
export async function findBlockReason(deps: ServerDeps, store: BackupStore): Promise<AppError | null> {
  const { lease } = await storesOf(deps)
  return store.inBucket && lease.doubt ? new AppError('conflict', OWNER_DOUBTS[lease.doubt]) : null
}
