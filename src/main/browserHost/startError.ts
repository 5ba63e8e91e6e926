import { writeError } from '#services/files/writeError.ts'
import { AppError, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'

/** Why the host could not start, in one line that says what to do. */
export function startError(error: unknown, at: { dataDir: string; port: string }): string {
  const code = (error as NodeJS.ErrnoException).code
  if (error instanceof AppError) return error.message
  if (code === 'EADDRINUSE') return `端口 ${at.port} 已被占用，请用 --port 换一个，或不写 --port 让系统选择`
  if (code === 'ERR_SOCKET_BAD_PORT') return `端口必须是 0 到 65535 之间的整数，而不是“${at.port}”`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `不能写入数据文件夹 ${at.dataDir}，请检查权限，或用 --data 换一个`
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${at.dataDir} 不是文件夹，请用 --data 换一个`
  if (code === 'ENOSPC') return `数据文件夹 ${at.dataDir} 所在的磁盘已满，请清理后重试`
  const ofDrive = writeError(error, at.dataDir)
  if (ofDrive) return ofDrive.message
  return `${UNEXPECTED_MESSAGE}\n${error instanceof Error ? error.stack : String(error)}`
}
