import { randomInt } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ServerBackup } from '#shared/contract/backup.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { syncFolder } from '../storage/local/durable.ts'
import { fsCode, naming, readable } from '../storage/fsErrors.ts'
import { bytesIn, copyBackup, MARK, type Mark, readMark } from './backup.ts'

/** Names of backups that the server made itself; nothing else in a folder is touched. */
export const BACKUP_NAME = /^backup-\d{8}-\d{6}(?:-\d+)?$/

/**
 * A name for a backup that begins now, in the order of the dates. The random end keeps processes that back up in the same
 * second apart: each writes and removes below its own name only.
 */
export function createBackupName(now: Date): string {
  const date = formatDateTime(now.getTime()).replace(/[-:]/g, '').replace(' ', '-')
  return `backup-${date}-${String(randomInt(1_000_000)).padStart(6, '0')}`
}

export const nameInUse = (name: string): AppError =>
  new AppError('conflict', `备份 ${name} 已存在，或正在生成，请稍后重试`)

/** How often the process that makes a backup renews the time of its folder. */
const HEARTBEAT_MS = 30_000
/** A folder without a mark that nobody has renewed for so long was left by a process that was killed. */
const ABANDONED_MS = 15 * 60_000

/** Whole backups of the server: in a folder, or in the bucket that processes share. */
export interface BackupStore {
  /** Where they are, for a person. */
  readonly title: string
  /** They lie in the store of the uploads. */
  readonly inBucket: boolean
  /** Whole ones, the newest first. */
  list(): Promise<ServerBackup[]>
  /**
   * Makes one: `write` fills an empty folder, the mark last. Nothing of it is in the list until it is whole, and nothing of
   * it is left when that fails. AppError `conflict` when the name is in use; what is there then stays as it is.
   */
  add(name: string, write: (dir: string) => Promise<void>): Promise<void>
  /** Keeps a copy of a whole one that lies in a folder; the rest as for `add`. */
  put(name: string, dir: string): Promise<void>
  /** Copies one into an empty folder. AppError `not-found`; `invalid` when it is not what was kept. */
  fetch(name: string, dir: string): Promise<void>
  /** The mark goes first, so that half a backup never looks whole. */
  remove(name: string): Promise<void>
  /** Removes what killed processes left half made. @param idleMs half backups that were renewed within this time stay */
  removeBroken(idleMs?: number): Promise<void>
}

/** A line of the list. */
export const listed = (name: string, { at, version, engine }: Mark, size: number): ServerBackup => ({
  name,
  createDate: formatDateTime(Date.parse(at)),
  size,
  version,
  engine,
})

/** Removes the oldest beyond so many whole ones. @param made stays: a clock that was ahead once dates it before all others */
export async function removeOld(store: BackupStore, keep: number, made: string): Promise<void> {
  for (const { name } of (await store.list()).slice(keep)) if (name !== made) await store.remove(name)
}

/** Backups as folders below one. */
export function folderBackups(folder: string): BackupStore {
  const of = (name: string): string => join(folder, name)
  const names = async (): Promise<string[]> => {
    try {
      return (await readdir(folder)).filter((name) => BACKUP_NAME.test(name)).sort()
    } catch (error) {
      if (fsCode(error) === 'ENOENT') return []
      throw readable(error, folder)
    }
  }
  const remove = async (name: string): Promise<void> => {
    await rm(join(of(name), MARK), { force: true })
    // Also after a power cut what is left is no whole one.
    await syncFolder(of(name)).catch(() => undefined)
    await rm(of(name), { recursive: true, force: true })
  }
  const add = async (name: string, write: (dir: string) => Promise<void>): Promise<void> => {
    await naming(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }).then(() => undefined))
    // Not recursive: of two that want the same name one makes the folder.
    await naming(of(name), () => mkdir(of(name), { mode: 0o700 }).catch(unlessThere(name)))
    const heartbeat = setInterval(() => {
      const now = new Date()
      utimes(of(name), now, now).catch(() => undefined)
    }, HEARTBEAT_MS)
    try {
      await naming(of(name), () => write(of(name)))
    } catch (error) {
      // What can't be removed now goes before a later one.
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
    put: (name, dir) => add(name, (target) => copyBackup(dir, target)),
    list: async () => {
      const found: ServerBackup[] = []
      for (const name of (await names()).toReversed()) {
        const mark = await readMark(of(name)).catch(() => null)
        if (mark) found.push(listed(name, mark, mark.bytes ?? (await bytesIn(of(name)))))
      }
      return found
    },
    fetch: async (name, dir) => {
      await readMark(of(name))
      await copyBackup(of(name), dir)
    },
    removeBroken: async (idleMs = ABANDONED_MS) => {
      for (const name of await names()) {
        // Before the mark: the folder's time is as young as a mark that is written in between.
        const renewed = await stat(of(name)).catch(() => null)
        const mark = await stat(join(of(name), MARK)).catch(() => null)
        const isAbandoned = !mark && renewed !== null && Date.now() - renewed.mtimeMs >= idleMs
        if (isAbandoned) await rm(of(name), { recursive: true, force: true })
      }
    },
  }
}

const unlessThere =
  (name: string) =>
  (error: unknown): never => {
    throw fsCode(error) === 'EEXIST' ? nameInUse(name) : error
  }

/** The name of a backup that a command was given instead of a folder; null: it names a folder. */
export const givenName = (dir: string): string | null => (BACKUP_NAME.test(basename(dir)) ? basename(dir) : null)
