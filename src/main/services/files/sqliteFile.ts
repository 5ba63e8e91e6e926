import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Logger } from '../types.ts'

class DamagedError extends Error {}

/** SQLite's primary result codes. */
export const SQLITE = { ioError: 10, corrupt: 11, full: 13, cantOpen: 14, notADatabase: 26 } as const

/** The primary result code of SQLite's error; 0 for any other. */
export const resultCodeOf = (error: unknown): number => {
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' ? errcode & 0xff : 0
}

/** Other errors may be temporary and must not cause the loss of the file's data. */
const isDamage = (error: unknown): boolean =>
  error instanceof DamagedError || resultCodeOf(error) === SQLITE.corrupt || resultCodeOf(error) === SQLITE.notADatabase

/**
 * Opens a small SQLite database and creates its folder. Committed transactions survive a killed process. A damaged file
 * is renamed with its journal to `.broken-<time>` and replaced by an empty one; other errors are thrown.
 * @param schema statements of the form `create … if not exists`
 */
export function openSqlite(path: string, schema: string, log: Logger): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    return open(path, schema)
  } catch (error) {
    if (!isDamage(error)) throw error
    log.error('damaged database set aside', { path, error })
    const aside = `${path}.broken-${Date.now()}`
    // The journal is moved too: SQLite would replay it into the new file.
    for (const part of ['', '-wal', '-shm']) if (existsSync(path + part)) renameSync(path + part, aside + part)
    return open(path, schema)
  }
}

function open(path: string, schema: string): DatabaseSync {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;')
    database.exec(schema)
    const { quick_check: found } = database.prepare('pragma quick_check(1)').get() ?? {}
    if (found !== 'ok') throw new DamagedError(String(found))
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
