import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import { createBucketBackups } from '../backup/bucketBackups.ts'
import { parseBackupName } from '../backup/backupStore.ts'
import { openS3BlobStore } from '../storage/s3/blobs.ts'
import type { ProcessOptions } from './options.ts'

const tempFolder = (): Promise<string> => mkdtemp(path.join(os.tmpdir(), 'sitecraft-backup-'))

/**
 * Runs the work with the backup that a command names: a folder, or the name of a backup in the bucket, which is first
 * copied to a temporary folder.
 * @throws AppError `not-found` that lists the backups in the bucket
 */
export async function withBackup<T>(
  { dir, s3 }: Pick<ProcessOptions, 'dir' | 's3'>,
  work: (dir: string) => Promise<T>,
): Promise<T> {
  const name = parseBackupName(dir)
  if (!s3 || name === null || existsSync(dir)) return work(dir)
  const store = createBucketBackups({ blobs: openS3BlobStore(os.tmpdir(), s3), title: s3.endpoint, tempFolder })
  const names = (await store.list()).map((each) => each.name)
  if (!names.includes(name))
    throw new AppError(
      'not-found',
      `${dir} 不存在，存储桶中也没有备份 ${name}；存储桶中的备份：${names.join('、') || '无'}`,
    )
  const copy = await tempFolder()
  try {
    await store.fetch(name, copy)
    return await work(copy)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}
