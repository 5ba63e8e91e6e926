import { AppError } from '#shared/errors/index.ts'

/** Errors of network drives that are disconnected, slow or locked by another computer. */
const NETWORK_DRIVE_CODES: ReadonlySet<string> = new Set(
  'EBUSY EAGAIN ESTALE EIO ETIMEDOUT ENOLCK ENXIO EHOSTDOWN EHOSTUNREACH ENETUNREACH'.split(' '),
)

/** The AppError for a file that can't be written or read, with the remedy; null when it is no disk error. */
export function writeError(error: unknown, path: string, action: '写入' | '读取' = '写入'): AppError | null {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('no-space', '磁盘空间不足，请清理后重试', { cause: error })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new AppError('read-only', `无法${action}“${path}”，请检查权限或选择其他位置`, { cause: error })
  }
  if (NETWORK_DRIVE_CODES.has(code ?? '')) {
    const text = `暂时无法读写“${path}”（${code}）：网络盘可能已断开，或文件正被其他程序占用，请稍后重试或换到本机磁盘`
    return new AppError('read-only', text, { cause: error })
  }
  return null
}
