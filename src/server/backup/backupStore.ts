import { randomInt } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ServerBackup } from '#shared/contract/backup.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { syncFolder } from '../storage/local/durable.ts'
import { fsCode, withFileErrors, toReadableError } from '../storage/fsErrors.ts'
import { measureFolder, copyBackup, MARK_FILE, type Mark, readMark } from './backup.ts'

/** Names of backups that the server created; other entries of a folder are never touched. */
export const BACKUP_NAME = /^backup-\d{8}-\d{6}(?:-\d+)?$/

/**
 * A name for a new backup; names sort by date. The random suffix separates processes that back up in the same second:
 * each writes and removes only below its own name.
 */
export function createBackupName(now: Date): string {
  const date = formatDateTime(now.getTime()).replace(/[-:]/g, '').replace(' ', '-')
  return `backup-${date}-${String(randomInt(1_000_000)).padStart(6, '0')}`
}

export const nameInUse = (name: string): AppError =>
  new AppError('conflict', `备份 ${name} 已存在，或正在生成，请稍后重试`)

/** How often the process that writes a backup renews the folder's time. */
const HEARTBEAT_MS = 30_000
/** A folder without a mark that was not renewed for this long belongs to a killed process. */
const ABANDONED_MS = 15 * 60_000

/** A store of complete backups of the server: in a folder, or in the bucket that all processes share. */
export interface BackupStore {
  /** Location of the backups, for people. */
  readonly title: string
  /** Whether the backups are in the store of the uploads. */
  readonly inBucket: boolean
  /** Lists complete backups, the newest first. */
  list(): Promise<ServerBackup[]>
  /**
   * Creates a backup: `write` fills an empty folder, the mark last. An incomplete backup is never listed, and is
   * removed after an error.
   * @throws AppError `conflict` when the name is in use
   */
  add(name: string, write: (dir: string) => Promise<void>): Promise<void>
  /** Adds a copy of a complete backup in a folder; otherwise like `add`. */
  addCopy(name: string, dir: string): Promise<void>
  /** Copies a backup into an empty folder. @throws AppError `not-found`; `invalid` when it is damaged */
  fetch(name: string, dir: string): Promise<void>
  /** Removes a backup, the mark first, so that a partial one never looks complete. */
  remove(name: string): Promise<void>
  /** Removes incomplete backups of killed processes. @param idleMs incomplete backups renewed within this time stay */
  removeBroken(idleMs?: number): Promise<void>
}

/** Converts a mark to an item of the list. */
export const toListItem = (name: string, { at, version, engine }: Mark, size: number): ServerBackup => ({
  name,
  createDate: formatDateTime(Date.parse(at)),
  size,
  version,
  engine,
})

/**
 * Removes the oldest backups, so that `keep` remain. @param made the new backup, which always stays: a wrong clock may
 * have dated others later
 */
export async function removeOldBackups(store: BackupStore, keep: number, made: string): Promise<void> {
  for (const { name } of (await store.list()).slice(keep)) if (name !== made) await store.remove(name)
}

/** Creates a store of backups as subfolders of a folder. */
export function createFolderBackups(folder: string): BackupStore {
  const of = (name: string): string => join(folder, name)
  const names = async (): Promise<string[]> => {
    try {
      return (await readdir(folder)).filter((name) => BACKUP_NAME.test(name)).sort()
    } catch (error) {
      if (fsCode(error) === 'ENOENT') return []
      throw toReadableError(error, folder)
    }
  }
  const remove = async (name: string): Promise<void> => {
    await rm(join(of(name), MARK_FILE), { force: true })
    // Flushed, so that after a power cut the rest is no complete backup either.
    await syncFolder(of(name)).catch(() => undefined)
    await rm(of(name), { recursive: true, force: true })
  }
  const add = async (name: string, write: (dir: string) => Promise<void>): Promise<void> => {
    await withFileErrors(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }).then(() => undefined))
    // Not recursive: of two processes with the same name only one creates the folder.
    await withFileErrors(of(name), () => mkdir(of(name), { mode: 0o700 }).catch(toNameInUse(name)))
    const heartbeat = setInterval(() => {
      const now = new Date()
      utimes(of(name), now, now).catch(() => undefined)
    }, HEARTBEAT_MS)
    try {
      await withFileErrors(of(name), () => write(of(name)))
    } catch (error) {
      // A rest that can't be removed now is removed before a later backup.
      await remove(name).catch(() => undefined)
      throw error
    } finally {
      clearInterval(heartbeat)
    }
  }
  return {
    title: folder,
    inBucket: false,
    remove,
    add,
    addCopy: (name, dir) => add(name, (target) => copyBackup(dir, target)),
    list: async () => {
      const found: ServerBackup[] = []
      for (const name of (await names()).toReversed()) {
        const mark = await readMark(of(name)).catch(() => null)
        if (mark) found.push(toListItem(name, mark, mark.bytes ?? (await measureFolder(of(name)))))
      }
      return found
    },
    fetch: async (name, dir) => {
      await readMark(of(name))
      await copyBackup(of(name), dir)
    },
    removeBroken: async (idleMs = ABANDONED_MS) => {
      for (const name of await names()) {
        // Read before the mark: writing a mark meanwhile renews the folder's time.
        const renewed = await stat(of(name)).catch(() => null)
        const mark = await stat(join(of(name), MARK_FILE)).catch(() => null)
        const isAbandoned = !mark && renewed !== null && Date.now() - renewed.mtimeMs >= idleMs
        if (isAbandoned) await rm(of(name), { recursive: true, force: true })
      }
    },
  }
}

const toNameInUse =
  (name: string) =>
  (error: unknown): never => {
    throw fsCode(error) === 'EEXIST' ? nameInUse(name) : error
  }

/** The name of a backup in the argument of a command; null: the argument is another folder. */
export const parseBackupName = (dir: string): string | null => (BACKUP_NAME.test(basename(dir)) ? basename(dir) : null)
