import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors/index.ts'

/**
 * Claims an embedded data folder for this process; the answer gives it back. The lock is the operating system's (on a
 * small SQLite file), so it ends with the process however that ends.
 * @throws AppError `locked` when another server has it
 */
export function claimDataDir(dataDir: string): () => void {
  const lock = new DatabaseSync(path.join(dataDir, 'server.lock'))
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive')
  } catch (cause) {
    lock.close()
    const message = `数据目录 ${dataDir} 正被另一个站匠服务器使用；请先停止它，或用 --data 指定别的目录`
    throw new AppError('locked', message, { cause })
  }
  return () => lock.close()
}
