import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { ARCHIVES } from '#server/storage/archives.ts'
import { createBucketBackups } from '#server/backup/bucketBackups.ts'
import { type BackupStore, createFolderBackups } from '#server/backup/backupStore.ts'
import type { Database } from '#server/db/schema.ts'
import { copyOne } from './copyFiles.ts'
import { isSameStore, type OpenInstallation } from './installation.ts'

/** Copies site archives that the target lacks; can be repeated. @returns the keys of archives in the target */
export async function copyArchives(source: OpenInstallation, target: OpenInstallation): Promise<string[]> {
  const rows = await source.db
    .selectFrom('kept_file')
    .select('fileKey')
    .where('fileKey', 'like', `${ARCHIVES}%`)
    .where('endTime', '>', Date.now())
    .execute()
  const there: string[] = []
  for (const { fileKey } of rows) {
    if (!(await target.blobs.has(fileKey))) {
      if (!(await source.blobs.has(fileKey))) continue
      await copyOne(source.blobs, target.blobs, fileKey)
    }
    there.push(fileKey)
  }
  return there
}

/** Deletes rows of files that the target lacks: sheets and previews, which expire within hours, are not copied. */
export async function removeMissingArchives(
  db: Kysely<Database>,
  source: OpenInstallation,
  target: OpenInstallation,
  archives: readonly string[],
): Promise<void> {
  if (!isSameStore(source, target))
    await db
      .deleteFrom('kept_file')
      .where('fileKey', 'not in', ['', ...archives])
      .execute()
}

/**
 * Copies complete backups that the target lacks; a backup folder that the environment sets is shared and not copied.
 */
export async function copyBackups(
  source: OpenInstallation,
  target: OpenInstallation,
  backupDir: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  const [from, to] = [backupsOf(source), backupsOf(target)]
  if (backupDir || from.title === to.title) return
  // A partial copy of an interrupted run would block the name.
  await to.removeBroken(0)
  const there = new Set((await to.list()).map(({ name }) => name))
  const left = (await from.list()).filter(({ name }) => !there.has(name))
  for (const { name } of left) {
    if (source.s3) await to.add(name, (dir) => from.fetch(name, dir))
    else await to.addCopy(name, join(source.dataDir, 'backups', name))
    say(`  已复制备份 ${name}`)
  }
}

function backupsOf({ blobs, s3, dataDir }: OpenInstallation): BackupStore {
  if (!s3) return createFolderBackups(join(dataDir, 'backups'))
  const tempFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'sitecraft-backup-'))
  return createBucketBackups({ blobs, title: JSON.stringify(s3), tempFolder })
}
