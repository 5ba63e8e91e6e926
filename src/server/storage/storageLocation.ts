import { currentDb } from '../db/ambientDatabase.ts'
import { ensureSetting } from '../db/settings.ts'
import type { ServerDeps } from '../deps.ts'
import { AppError } from '#shared/errors/index.ts'

/**
 * Where the files of an installation are stored: in its data folder or in a bucket. The database records the location,
 * and `move` changes it.
 */
export type StorageLocation = 'folder' | 's3'

export const LOCATION_SETTING = 'storage.location'

/** @throws AppError `unavailable` when the environment differs from the recorded location */
export async function requireLocation({ db, s3 }: Pick<ServerDeps, 'db' | 's3'>): Promise<void> {
  const asked: StorageLocation = s3 ? 's3' : 'folder'
  const place = await ensureSetting(currentDb(db), LOCATION_SETTING, async () => asked)
  if (place === asked) return
  throw new AppError(
    'unavailable',
    place === 's3'
      ? '当前数据库的模板和上传文件保存在存储桶中，请设置 SITECRAFT_S3_URL 等环境变量后再启动；要改为本机磁盘，请先运行 move 命令'
      : '当前数据库的模板和上传文件保存在数据目录中，请去掉 SITECRAFT_S3_URL 后再启动；要改为存储桶，请先运行 move 命令',
  )
}
