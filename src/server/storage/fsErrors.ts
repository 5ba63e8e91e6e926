import { AppError, type ErrorCode } from '#shared/errors/index.ts'

const KNOWN_ERRORS: Record<string, [ErrorCode, (name: string) => string]> = {
  ENOENT: ['not-found', (n) => `“${n}”不存在，可能已被删除，请刷新后重试`],
  ENOTDIR: ['not-found', (n) => `“${n}”不存在，可能已被删除，请刷新后重试`],
  EISDIR: ['invalid', (n) => `“${n}”是文件夹，不是文件`],
  EEXIST: ['conflict', (n) => `“${n}”已存在，请换一个名称`],
  ENOTEMPTY: ['conflict', (n) => `文件夹“${n}”不为空，请先清空`],
  ENAMETOOLONG: ['invalid', (n) => `“${n}”的路径过长，请缩短名称或减少文件夹层数`],
  ENOSPC: ['no-space', (n) => `服务器磁盘空间不足，无法保存“${n}”，请联系管理员清理磁盘后重试`],
  EDQUOT: ['no-space', (n) => `服务器磁盘配额已用完，无法保存“${n}”，请联系管理员清理磁盘后重试`],
  EROFS: ['read-only', (n) => `服务器的存储是只读的，无法保存“${n}”，请联系管理员`],
  EACCES: ['read-only', (n) => `服务器没有读写“${n}”的权限，请联系管理员检查文件夹权限`],
  EPERM: ['read-only', (n) => `服务器没有读写“${n}”的权限，请联系管理员检查文件夹权限`],
  EBUSY: ['locked', (n) => `“${n}”正被其他程序使用，请稍后重试`],
}

/** The `code` of a file system error; null for any other value. */
export const fsCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

/** A file system error as an AppError that names the file; any other value unchanged. */
export function toReadableError(error: unknown, name: string): unknown {
  const known = KNOWN_ERRORS[fsCode(error) ?? '']
  return known ? new AppError(known[0], known[1](name), { cause: error }) : error
}

/** Runs file system work and converts its errors to AppErrors that name the file. */
export async function withFileErrors<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toReadableError(error, name)
  }
}
