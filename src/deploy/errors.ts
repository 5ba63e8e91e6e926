import { AppError } from '#shared/errors/index.ts'

/** Codes of Node and of SSH that mean that a further try may succeed. */
const TRANSIENT = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ERR_STREAM_PREMATURE_CLOSE',
])

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String((error as { code: unknown }).code) : ''

/** What went wrong at a target, with the file it happened to and a remedy. `name` is that of the target's folder or file. */
export function targetError(error: unknown, name: string): AppError {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  const cause = { cause: error }
  if (code === 'EACCES' || code === 'EPERM' || code === '3')
    return new AppError('forbidden', `没有写入“${name}”的权限，请检查发布目标的文件夹权限`, cause)
  if (code === 'EROFS') return new AppError('forbidden', `“${name}”所在的磁盘为只读，请更换文件夹`, cause)
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '14' || code === '15')
    return new AppError('unavailable', `写入“${name}”失败：发布目标的空间已满，请清理后重试`, cause)
  if (code === 'ENOENT' || code === '2')
    return new AppError('not-found', `发布目标上没有“${name}”，请检查文件夹`, cause)
  if (TRANSIENT.has(code))
    return new AppError('unavailable', `与发布目标的连接中断（${code}），请检查网络后重试`, cause)
  const text = error instanceof Error ? error.message : String(error)
  return new AppError('unavailable', `处理“${name}”失败：${text}`, cause)
}

/** An HTTP server that may answer otherwise in a moment; 507 is a full disk. */
const isBusy = (error: unknown): boolean => {
  const { status = 0 } = (error ?? {}) as { status?: number }
  return status === 429 || (status >= 500 && status !== 507)
}

/** May another try succeed? Refusals (password, permission, space) stay as they are. */
export const isTransient = (error: unknown): boolean => {
  const original = error instanceof AppError ? error.cause : error
  return TRANSIENT.has(codeOf(original)) || isBusy(original) || (error instanceof AppError && error.code === 'timeout')
}
