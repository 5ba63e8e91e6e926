import { currentDb } from '../db/ambient.ts'
import { engineOf } from '../db/dialect.ts'
import { readSetting, settleSetting } from '../db/settings.ts'
import type { ServerDeps } from '../deps.ts'
import { AppError } from '#shared/errors/index.ts'

/**
 * Where the files of templates lie: in the data folder (`disk`), or as rows with their bytes beside the uploads, in a bucket
 * (`s3`) or a folder (`folder`). The database says so, and `move` changes it: an installation whose templates are on a disk
 * keeps them there until then, whatever its environment names.
 */
export type TemplateStorage = 'disk' | 'folder' | 's3'

export const STORAGE_SETTING = 'storage.templates'
const PLACES: readonly TemplateStorage[] = ['disk', 'folder', 's3']

/**
 * A new installation over PostgreSQL and a bucket needs no disk from its first start.
 * @throws AppError `unavailable` when the bucket that holds them is not named
 */
export async function templateStorage({ db: root, s3 }: Pick<ServerDeps, 'db' | 's3'>): Promise<TemplateStorage> {
  const db = currentDb(root)
  const said = await readSetting(db, STORAGE_SETTING)
  const place = PLACES.find((each) => each === said) ?? (await placeOfNew(root, Boolean(s3)))
  if (place === 's3' && !s3)
    throw new AppError(
      'unavailable',
      '这个数据库的模板和上传文件存放在存储桶里，请设置 SITECRAFT_S3_URL 等环境变量后再启动；要改回本机磁盘，请先运行 move 命令',
    )
  return place
}

async function placeOfNew(root: ServerDeps['db'], hasBucket: boolean): Promise<TemplateStorage> {
  if (!hasBucket || engineOf(root) !== 'postgres') return 'disk'
  if (await root.selectFrom('template').select('id').limit(1).executeTakeFirst()) return 'disk'
  return (await settleSetting(root, STORAGE_SETTING, async () => 's3')) === 'disk' ? 'disk' : 's3'
}
