import { currentDb } from '../db/ambient.ts'
import { settleSetting } from '../db/settings.ts'
import type { ServerDeps } from '../deps.ts'
import { AppError } from '#shared/errors/index.ts'

/** Where the bytes of an installation lie: in its data folder or in a bucket. The database says so, and `move` changes it. */
export type StorageLocation = 'folder' | 's3'

export const LOCATION_SETTING = 'storage.location'

/** @throws AppError `unavailable` when the environment names another place than the one where the bytes are */
export async function requireLocation({ db, s3 }: Pick<ServerDeps, 'db' | 's3'>): Promise<void> {
  const asked: StorageLocation = s3 ? 's3' : 'folder'
  const place = await settleSetting(currentDb(db), LOCATION_SETTING, async () => asked)
  if (place === asked) return
  throw new AppError(
    'unavailable',
    place === 's3'
      ? '这个数据库的模板和上传文件存放在存储桶里，请设置 SITECRAFT_S3_URL 等环境变量后再启动；要改回本机磁盘，请先运行 move 命令'
      : '这个数据库的模板和上传文件存放在数据目录里，请去掉 SITECRAFT_S3_URL 后再启动；要放进存储桶，请先运行 move 命令',
  )
}
