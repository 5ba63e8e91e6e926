import { join } from 'node:path'
import { bucketBackups } from '#server/backup/bucket.ts'
import { type BackupStore, folderBackups } from '#server/backup/store.ts'
import type { ServerDeps } from '#server/deps.ts'
import { OWNER_DOUBTS } from '#server/storage/storeLease.ts'
import { storesOf } from '#server/storage/stores.ts'
import { AppError } from '#shared/errors/index.ts'

/**
 * Where backups go: into the folder that the environment names; else where every process finds them, which is the bucket when
 * all other files lie there; else into the data folder.
 */
export async function backupStore(deps: ServerDeps): Promise<BackupStore> {
  const { backupDir, dataDir, s3 } = deps
  const { blobs, contents } = await storesOf(deps)
  if (backupDir || !s3) return folderBackups(backupDir ?? join(dataDir, 'backups'))
  return bucketBackups({ blobs, title: `${s3.endpoint}/${s3.prefix}backups`, tempFolder: contents.cache.tempFolder })
}

/** Backups beside those of another database would push them out of the number to keep, and be taken for them. */
export async function blockReason(deps: ServerDeps, store: BackupStore): Promise<AppError | null> {
  const { lease } = await storesOf(deps)
  return store.inBucket && lease.doubt ? new AppError('conflict', OWNER_DOUBTS[lease.doubt]) : null
}
