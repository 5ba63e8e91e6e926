import { join } from 'node:path'
import { bucketBackups } from '#server/backup/bucket.ts'
import { type BackupStore, folderBackups } from '#server/backup/store.ts'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { formatDateTime } from '#shared/util/dates.ts'

/**
 * Where backups go: into the folder that the environment names; else where every process finds them, which is the bucket when
 * all other files lie there; else into the data folder.
 */
export async function backupStore(deps: ServerDeps): Promise<BackupStore> {
  const { backupDir, dataDir, s3 } = deps
  const { place, blobs, contents } = await storesOf(deps)
  if (backupDir || !s3 || place !== 's3') return folderBackups(backupDir ?? join(dataDir, 'backups'))
  return bucketBackups({ blobs, title: `${s3.endpoint}/${s3.prefix}backups`, tempFolder: contents.cache.tempFolder })
}

/** A name for a backup that begins now; two of one second can't be, as one is made at a time. */
export const backupName = (now: Date): string =>
  `backup-${formatDateTime(now.getTime()).replace(/[-:]/g, '').replace(' ', '-')}`
