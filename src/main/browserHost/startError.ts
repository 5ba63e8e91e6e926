import { dataFolderError } from '#services/files/dataFolderError.ts'
import { AppError, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'

/** Why the host could not start, in one line that says what to do. */
export function startError(error: unknown, at: { dataDir: string; port: string }): string {
  const code = (error as NodeJS.ErrnoException).code
  if (error instanceof AppError) return error.message
  if (code === 'EADDRINUSE') return `端口 ${at.port} 已被占用，请用 --port 换一个，或不写 --port 让系统选择`
  if (code === 'ERR_SOCKET_BAD_PORT') return `端口必须是 0 到 65535 之间的整数，而不是“${at.port}”`
  const ofFolder = dataFolderError(error, at.dataDir)
  if (ofFolder) return ofFolder.message
  return `${UNEXPECTED_MESSAGE}\n${error instanceof Error ? error.stack : String(error)}`
}
