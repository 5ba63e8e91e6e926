import { accessSync, constants } from 'node:fs'
import { AppError } from '#shared/errors/index.ts'
import { writeError } from '../files/writeError.ts'

const OTHER = '请用 --data 换一个'

/** The reason why a start failed on its data folder, with the remedy; null if the folder is not the reason. */
export function dataFolderError(error: unknown, dataDir: string): AppError | null {
  if (error instanceof AppError) return null
  return toFolderError(error, dataDir) ?? checkFolder(dataDir)
}

/** Checks the folder itself, because Node's recursive `mkdir` reports "no such file" on a read-only disk. */
function checkFolder(dataDir: string): AppError | null {
  try {
    accessSync(dataDir, constants.W_OK)
    return null
  } catch (error) {
    return toFolderError(error, dataDir)
  }
}

function toFolderError(error: unknown, dataDir: string): AppError | null {
  const { code } = error as NodeJS.ErrnoException
  const cause = { cause: error }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new AppError('read-only', `无法写入数据文件夹 ${dataDir}，请检查权限，或用 --data 换一个`, cause)
  if (code === 'EEXIST' || code === 'ENOTDIR') return new AppError('invalid', `${dataDir} 不是文件夹，${OTHER}`, cause)
  if (code === 'ENAMETOOLONG') return new AppError('invalid', `数据文件夹 ${dataDir} 的路径太长，${OTHER}`, cause)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('no-space', `数据文件夹 ${dataDir} 所在的磁盘已满，请清理后重试`, cause)
  return writeError(error, dataDir)
}
