import { AppError } from '#shared/errors/index.ts'

/** The AppError for a file that can't be written, with the remedy; null when the error is not one of the disk. */
export function writeError(error: unknown, path: string): AppError | null {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('no-space', '磁盘空间不足，请清理后重试', { cause: error })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new AppError('read-only', `不能写入“${path}”，请检查权限或选择其他位置`, { cause: error })
  }
  return null
}
