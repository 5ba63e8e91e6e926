import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesIn, MARK, readMark } from '#server/backup/backup.ts'
import type { ServerDeps } from '#server/deps.ts'
import { fsCode } from '#server/storage/fsErrors.ts'
import type { ServerBackup } from '#shared/contract/backup.ts'
import { formatDateTime } from '#shared/util/dates.ts'

/** Folders of backups that the server made itself; nothing else in the folder is touched. */
const NAME = /^backup-\d{8}-\d{6}(?:-\d+)?$/

export const backupsFolder = ({ backupDir, dataDir }: Pick<ServerDeps, 'backupDir' | 'dataDir'>): string =>
  backupDir ?? join(dataDir, 'backups')

/** A name for a backup that begins now; two of one second can't be, as one is made at a time. */
export const backupName = (now: Date): string =>
  `backup-${formatDateTime(now.getTime()).replace(/[-:]/g, '').replace(' ', '-')}`

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => NAME.test(name)).sort()
  } catch (error) {
    if (fsCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Whole backups, the newest first. */
export async function backupsIn(folder: string): Promise<ServerBackup[]> {
  const found: ServerBackup[] = []
  for (const name of (await namesIn(folder)).toReversed()) {
    const mark = await readMark(join(folder, name)).catch(() => null)
    if (!mark) continue
    const { at, version, engine } = mark
    const size = mark.bytes ?? (await bytesIn(join(folder, name)))
    found.push({ name, createDate: formatDateTime(Date.parse(at)), size, version, engine })
  }
  return found
}

/** Removes what killed processes left half made. Only while no other backup is being made. */
export async function removeBroken(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const mark = await stat(join(folder, name, MARK)).catch(() => null)
    if (!mark) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Removes the oldest beyond so many whole ones; the mark goes first, so that half a backup never looks whole. */
export async function removeOld(folder: string, keep: number): Promise<void> {
  for (const { name } of (await backupsIn(folder)).slice(keep)) {
    await rm(join(folder, name, MARK), { force: true })
    await rm(join(folder, name), { recursive: true, force: true })
  }
}
