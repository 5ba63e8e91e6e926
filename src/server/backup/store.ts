import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ServerBackup } from '#shared/contract/backup.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { syncFolder } from '../storage/local/durable.ts'
import { fsCode, naming, readable } from '../storage/fsErrors.ts'
import { bytesIn, copyBackup, MARK, type Mark, readMark } from './backup.ts'

/** Names of backups that the server made itself; nothing else in a folder is touched. */
export const BACKUP_NAME = /^backup-\d{8}-\d{6}(?:-\d+)?$/

/** Whole backups of the server: in a folder, or in the bucket that processes share. */
export interface BackupStore {
  /** Where they are, for a person. */
  readonly title: string
  /** They lie in the store of the uploads. */
  readonly inBucket: boolean
  /** Whole ones, the newest first. */
  list(): Promise<ServerBackup[]>
  /** Makes one: `write` fills an empty folder, the mark last. Nothing of it is in the list until it is whole. */
  add(name: string, write: (dir: string) => Promise<void>): Promise<void>
  /** Keeps a copy of a whole one that lies in a folder. */
  put(name: string, dir: string): Promise<void>
  /** Copies one into an empty folder. AppError `not-found`; `invalid` when it is not what was kept. */
  fetch(name: string, dir: string): Promise<void>
  /** The mark goes first, so that half a backup never looks whole. */
  remove(name: string): Promise<void>
  /** Removes what killed processes left half made. Only while no other backup is being made. */
  removeBroken(): Promise<void>
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
    try {
      await naming(of(name), () => write(of(name)))
    } catch (error) {
      // What can't be removed now goes before the next one.
      await remove(name).catch(() => undefined)
      throw error
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
    removeBroken: async () => {
      for (const name of await names()) {
        const mark = await stat(join(of(name), MARK)).catch(() => null)
        if (!mark) await rm(of(name), { recursive: true, force: true })
      }
    },
  }
}

/** The name of a backup that a command was given instead of a folder; null: it names a folder. */
export const givenName = (dir: string): string | null => (BACKUP_NAME.test(basename(dir)) ? basename(dir) : null)
