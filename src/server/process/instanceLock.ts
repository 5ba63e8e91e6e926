import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors/index.ts'

/** SQLite's number for a file that somebody else has. */
const BUSY = 5
/** What is left of an extended number. */
const PRIMARY = 0xff

/**
 * Claims an embedded data folder for this process; the answer gives it back. The lock is the operating system's (on a
 * small SQLite file), so it ends with the process however that ends.
 * @throws AppError `locked` when another server has it, `read-only` when it can't be written, `unavailable` when it has no locks
 */
export function claimDataDir(dataDir: string): () => void {
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
  const other = '或用 --data 指定别的目录'
  if ((errcode & PRIMARY) === BUSY)
    return new AppError('locked', `数据目录 ${dataDir} 正被另一个站匠服务器使用；请先停止它，${other}`, { cause })
  if (!isWritable(dataDir))
    return new AppError('read-only', `不能写入数据目录 ${dataDir}，请检查它的所有者和权限，${other}`, { cause })
  const text = `数据目录 ${dataDir} 不能锁定（SQLite ${errcode}）；如果它在网络盘上，请换到本机磁盘，${other}`
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
