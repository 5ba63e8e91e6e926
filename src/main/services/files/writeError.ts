import { AppError } from '#shared/errors/index.ts'

/** Why a file can't be written, in words that name the remedy; null for a reason that is not the disk's. */
export function writeError(error: unknown, path: string): AppError | null {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('no-space', '磁盘空间不足，请清理后重试', { cause: error })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new AppError('read-only', `不能写入“${path}”，请检查权限或选择其他位置`, { cause: error })
  }
  return null
}
