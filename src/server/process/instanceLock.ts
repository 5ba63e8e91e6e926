import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors/index.ts'

/** SQLite's error code for a file that another process has locked. */
const BUSY = 5
/** Mask of the primary code in an extended error code. */
const PRIMARY_CODE_MASK = 0xff

/**
 * Locks the data folder of an embedded database for this process. The lock is one of the operating system (on a small
 * SQLite file), so it ends with the process. @returns a function that releases the lock
 * @throws AppError `locked` by another server, `read-only` when it can't be written, `unavailable` when its file system
 * has no locks
 */
export function lockDataDir(dataDir: string): () => void {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(path.join(dataDir, 'server.lock'))
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    lock?.close()
    throw refusal(dataDir, error)
  }
  return () => lock.close()
}

function refusal(dataDir: string, cause: unknown): AppError {
  const { errcode = 0 } = cause as { errcode?: number }
  const other = '或用 --data 指定其他目录'
  if ((errcode & PRIMARY_CODE_MASK) === BUSY)
    return new AppError('locked', `数据目录 ${dataDir} 正被另一个站匠服务器使用；请先停止该服务器，${other}`, { cause })
  if (!isWritable(dataDir))
    return new AppError('read-only', `无法写入数据目录 ${dataDir}，请检查该目录的所有者和权限，${other}`, { cause })
  const text = `无法锁定数据目录 ${dataDir}（SQLite ${errcode}）；如果该目录在网络盘上，请换到本机磁盘，${other}`
  return new AppError('unavailable', text, { cause })
}

function isWritable(dataDir: string): boolean {
  const lock = path.join(dataDir, 'server.lock')
  try {
    accessSync(dataDir, constants.W_OK)
    if (existsSync(lock)) accessSync(lock, constants.W_OK)
    return true
  } catch {
    return false
  }
}
