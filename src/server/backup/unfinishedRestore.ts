import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import { embeddedFile } from '../db/connect.ts'
import { acquireTransactionLock } from '../db/locks.ts'
import type { Database } from '../db/schema.ts'
import { readSetting, saveSetting } from '../db/settings.ts'

/** Subfolder of the data folder in which a restore prepares all files; removed when the restore is complete. */
export const RESTORING = 'restoring'
/** Entries of a data folder that only a server with a database writes. */
const SERVER_DATA = [RESTORING, 'uploads', 'statics', 'previews', 'backups', 'rsa-key.pem', 'secret-key']
/** Setting of a database whose first run has begun, so that a killed first run can continue. */
const FIRST_RUN = 'firstRun.begun'

/**
 * Refuses a data folder with an unfinished restore and, for the embedded database, one without its database.
 * @throws AppError `conflict` that names the remedy
 */
export async function requireFinishedRestore(dataDir: string, isEmbedded: boolean): Promise<void> {
  const restoring = path.join(dataDir, RESTORING)
  const isUnfinished = existsSync(restoring) && (await readdir(restoring)).length > 0
  if (isUnfinished || (isEmbedded && !existsSync(embeddedFile(dataDir)) && existsSync(restoring)))
    throw new AppError('conflict', `数据目录 ${dataDir} 中的恢复未完成。请清空该目录，再重新运行 restore`)
  if (!isEmbedded) return
  await clearUnfinished(dataDir)
  if (!existsSync(embeddedFile(dataDir))) await requireNoData(dataDir, '没有数据库文件 sitecraft.db')
}

/**
 * Allows the first run on PostgreSQL, once, in the first process that starts. An empty database together with a filled
 * data folder means an unfinished restore or the wrong database.
 * @throws AppError `conflict` that names the remedy
 */
export async function allowFirstRun(db: Kysely<Database>, dataDir: string): Promise<void> {
  const isFilled = async (from: Kysely<Database>): Promise<boolean> =>
    Boolean(await from.selectFrom('account').select('id').limit(1).executeTakeFirst())
  if (await isFilled(db)) return clearUnfinished(dataDir)
  await db.transaction().execute(async (tx) => {
    await acquireTransactionLock(tx, 'seed')
    if ((await isFilled(tx)) || (await readSetting(tx, FIRST_RUN)) !== null) return
    await requireNoData(dataDir, '数据库却是空的')
    await saveSetting(tx, FIRST_RUN, '1')
  })
}

async function requireNoData(dataDir: string, problem: string): Promise<void> {
  const found = (await readdir(dataDir)).filter((name) => SERVER_DATA.includes(name))
  if (found.length === 0) return
  const remedy = '请把备份恢复到空目录，或检查 --data 和 DATABASE_URL；要重新开始，请先清空该目录'
  throw new AppError('conflict', `数据目录 ${dataDir} 中有数据（${found.join('、')}），${problem}。${remedy}`)
}

/** Removes files that an unfinished restore has prepared; files already in place stay. */
export const clearUnfinished = (dataDir: string): Promise<void> =>
  rm(path.join(dataDir, RESTORING), { recursive: true, force: true })
