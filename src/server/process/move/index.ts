import { constants, copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { findColumnsWithEntries, rebuildWords } from '#server/areas/content/index.ts'
import { queryTimeout } from '#server/db/queryTimeout.ts'
import { acquireSessionLock } from '#server/db/locks.ts'
import type { Database } from '#server/db/schema.ts'
import { FOLDER_SETTING } from '#server/db/serverCopy.ts'
import { readSetting, removeSetting, saveSetting } from '#server/db/settings.ts'
import { ownerlessJob } from '#server/jobs/queue.ts'
import { listReferencedFiles } from '#server/db/exportTables.ts'
import { LOCATION_SETTING, requireLocation, type StorageLocation } from '#server/storage/storageLocation.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { lockDataDir } from '../instanceLock.ts'
import type { ProcessOptions } from '../options.ts'
import { checkBytes, copyBytes } from './copyFiles.ts'
import { copyArchives, copyBackups, removeMissingArchives } from './archives.ts'
import {
  claimFolder,
  isSameStore,
  openSource,
  openTarget,
  countOtherConnections,
  type OpenInstallation,
  type InstallationLocation,
} from './installation.ts'
import { copyTables } from './tables.ts'

/** Timeout of one query, which may read all rows of a table. */
const STEP_MS = 3600_000
/** When `move` filled this database, epoch ms. */
const DONE_SETTING = 'move.done'
/** The private key, and the key of rotate-key. */
const KEY_FILES = ['rsa-key.pem', 'secret-key']

type Options = Pick<ProcessOptions, 'dataDir' | 'databaseUrl' | 's3' | 'move' | 'backupDir'>

/**
 * Moves an installation to another database, to a bucket, or back, and verifies the copy; the source does not change.
 * Files are copied while servers run; remaining files and all rows follow when no server runs. A repeated run resumes:
 * the last step fills the new database in one transaction.
 * @param say receives progress lines for people
 * @throws AppError `locked` when the files are copied and servers have to be stopped for the rest
 */
export async function move(options: Options, say: (line: string) => void): Promise<string> {
  const from: InstallationLocation = { dataDir: options.dataDir, databaseUrl: options.databaseUrl, s3: options.s3 }
  const to = parseTarget(options)
  const isSameDatabase = from.databaseUrl === to.databaseUrl && (Boolean(to.databaseUrl) || from.dataDir === to.dataDir)
  const source = await openSource(from)
  let target: OpenInstallation | undefined
  try {
    const done = await (isSameDatabase ? findFinishedMove(source, to) : findFilledTarget(source, to))
    if (done) return done
    await requireLocation(source)
    const filled = await claimFolder(from, to)
    target = await openTarget(to, isSameDatabase ? source : null)
    const answer = await queryTimeout.run(STEP_MS, () =>
      moveTo(source, target as OpenInstallation, { isSameDatabase, backupDir: options.backupDir }, say),
    )
    await filled()
    return answer
  } finally {
    if (target && !isSameDatabase) await target.db.destroy()
    await source.db.destroy()
  }
}

/**
 * The location to which the files of this database were moved. Once it is set, the old folder is no source any more.
 */
const LOCATION_DONE = 'move.place'
const locationText = ({ dataDir, s3 }: InstallationLocation): string =>
  JSON.stringify([dataDir, s3?.endpoint, s3?.prefix])

async function findFinishedMove(source: OpenInstallation, to: InstallationLocation): Promise<string | null> {
  if ((await readSetting(source.db, LOCATION_DONE)) !== locationText(to)) return null
  return `文件已迁移完成，本次未做任何操作。${nextSteps(source, to)}`
}

/** The message when an earlier run already filled the new database; null: not filled. */
async function findFilledTarget(source: OpenInstallation, to: InstallationLocation): Promise<string | null> {
  // An unreadable target counts as empty; the later fill reports its error.
  const target = await openSource(to).catch(() => null)
  if (!target) return null
  const done = await readSetting(target.db, DONE_SETTING)
  await target.db.destroy()
  if (done === null) return null
  return `该数据库已于 ${formatDateTime(Number(done))} 迁移完成，本次未做任何操作。${nextSteps(source, target)}`
}

function parseTarget({ dataDir, databaseUrl, move: asked }: Options): InstallationLocation {
  if (!asked.database && !asked.s3 && !asked.dataDir)
    throw new AppError('invalid', '请指定迁移目标：--to-database 地址或 embedded，--to-s3 地址，或 --to-data 目录')
  const url = asked.database === undefined ? databaseUrl : asked.database === 'embedded' ? undefined : asked.database
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url))
    throw new AppError('invalid', '--to-database 应为 postgres:// 开头的地址，或 embedded（内置数据库）')
  if (asked.s3 && !url)
    throw new AppError('invalid', '模板和上传文件存入存储桶时，数据库也应为 PostgreSQL：请指定 --to-database')
  if (!asked.s3 && !asked.dataDir)
    throw new AppError('invalid', '未指定 --to-s3，文件会保存在磁盘上：请用 --to-data 指定新的数据目录')
  return { databaseUrl: url, s3: asked.s3, dataDir: asked.dataDir ? resolve(asked.dataDir) : dataDir }
}

async function moveTo(
  source: OpenInstallation,
  target: OpenInstallation,
  { isSameDatabase, backupDir }: { isSameDatabase: boolean; backupDir: Options['backupDir'] },
  say: (line: string) => void,
): Promise<string> {
  if (!isSameDatabase) {
    const account = await target.db.selectFrom('account').select('id').limit(1).executeTakeFirst()
    if (account) throw new AppError('conflict', '新数据库已有数据，请换用空数据库')
  } else if (isSameStore(source, target)) throw new AppError('conflict', '新位置与原位置相同，无需迁移')
  say('第一步：复制文件（服务器可以继续运行）')
  await copyFiles(source, target, backupDir, say)
  const release = await lockSource(source)
  try {
    say('第二步：复制最后的改动和数据库')
    const { archives, copied } = await copyFiles(source, target, backupDir, say)
    if (target.dataDir !== source.dataDir) await copyKeys(source.dataDir, target.dataDir)
    say('第三步：核对')
    const lacking = new Set(copied.missing)
    await checkBytes(
      target.blobs,
      (await listReferencedFiles(source.db)).filter((key) => !lacking.has(key)),
    )
    const rows = await copyRows(source, target, archives, isSameDatabase, say)
    const lost = lacking.size > 0 ? `；有 ${lacking.size} 个文件在原存储中已缺失（如 ${copied.missing[0]}）` : ''
    return (
      `已迁移并核对：${rows} 行数据、${copied.all} 个上传的文件和模板文件的内容${lost}。` +
      `原位置未改动。${nextSteps(source, target)}`
    )
  } finally {
    await release()
  }
}

async function copyFiles(
  source: OpenInstallation,
  target: OpenInstallation,
  backupDir: Options['backupDir'],
  say: (line: string) => void,
) {
  const copied = isSameStore(source, target)
    ? { all: (await listReferencedFiles(source.db)).length, copiedBefore: 0, missing: [] }
    : await copyBytes(source, target, say)
  if (!isSameStore(source, target)) say(`  文件：共 ${copied.all} 个，其中 ${copied.copiedBefore} 个之前已复制`)
  const archives = await copyArchives(source, target)
  await copyBackups(source, target, backupDir, say)
  return { archives, copied }
}

/** Locks the source, so that no server starts there. @throws AppError `locked` while servers run there */
async function lockSource(source: OpenInstallation): Promise<() => Promise<void> | void> {
  const rest =
    '文件已复制完成。数据库需要在服务器停止后复制：请停止使用原数据的所有服务器，再运行一次同样的命令，很快即可完成'
  if (source.databaseUrl) {
    // The lock comes first: servers that connect later see it and do not start.
    const release = await acquireSessionLock(source.db, 'move')
    if (!release) throw new AppError('locked', '另一个 move 正在迁移该数据库，请等待其结束')
    const others = await countOtherConnections(source)
    if (others === 0) return release
    await release()
    throw new AppError('locked', `原数据库还有 ${others} 个连接在使用。${rest}`)
  }
  try {
    return lockDataDir(source.dataDir)
  } catch (cause) {
    throw new AppError('locked', rest, { cause })
  }
}

async function copyKeys(from: string, to: string): Promise<void> {
  for (const name of KEY_FILES)
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      },
    )
}

/** The last step: copies all rows in one transaction. @returns the number of rows */
async function copyRows(
  source: OpenInstallation,
  target: OpenInstallation,
  archives: readonly string[],
  isSameDatabase: boolean,
  say: (line: string) => void,
): Promise<number> {
  if (isSameDatabase)
    return source.db.transaction().execute(async (db) => {
      await recordNewLocation(db, source, target, archives)
      await saveSetting(db, LOCATION_DONE, locationText(target))
      return 0
    })
  return source.db
    .transaction()
    .setIsolationLevel(source.databaseUrl ? 'repeatable read' : 'serializable')
    .execute((from) =>
      target.db.transaction().execute(async (to) => {
        const rows = await copyTables(from, to, say)
        for (const { id } of await findColumnsWithEntries(to)) await rebuildWords(to, id)
        await recordNewLocation(to, source, target, archives)
        // The moved server is the original: its first start records the new data folder.
        await removeSetting(to, FOLDER_SETTING)
        await saveSetting(to, DONE_SETTING, String(Date.now()))
        return rows
      }),
    )
}

/** Records the new location of the files, and deletes rows that are valid only at the old location. */
async function recordNewLocation(
  db: Kysely<Database>,
  source: OpenInstallation,
  target: OpenInstallation,
  archives: readonly string[],
): Promise<void> {
  const place: StorageLocation = target.s3 ? 's3' : 'folder'
  await saveSetting(db, LOCATION_SETTING, place)
  await removeMissingArchives(db, source, target, archives)
  // Chunks of unfinished uploads are not copied: their clients restart the uploads.
  if (source.dataDir !== target.dataDir || source.s3 !== target.s3)
    await db.deleteFrom('upload_session').where('attachmentId', 'is', null).execute()
  await queueSiteBuilds(db)
}

/** Queues the build of static pages, which the first start recreates. */
async function queueSiteBuilds(db: Kysely<Database>): Promise<void> {
  const built = db.selectFrom('static_site').innerJoin('site', 'site.id', 'static_site.siteId')
  const sites = await built
    .select(['site.id', 'site.title'])
    .where('static_site.buildTime', '>', 0)
    .where('site.deleteTime', 'is', null)
    .execute()
  for (const { id, title } of sites)
    await db
      .insertInto('job')
      .values(
        ownerlessJob(
          {
            kind: 'statics.build',
            title: `生成“${title}”的静态页面`,
            siteId: id,
            input: { siteId: id, menuIds: null },
          },
          new Date(),
        ),
      )
      .execute()
}

function nextSteps(source: InstallationLocation, target: InstallationLocation): string {
  const set = [
    target.databaseUrl ? 'DATABASE_URL 设为新的数据库地址' : '去掉 DATABASE_URL',
    target.s3 ? `SITECRAFT_S3_URL 设为 ${target.s3.endpoint}（以及访问密钥等）` : '去掉 SITECRAFT_S3_URL',
    `数据目录${target.dataDir === source.dataDir ? '不变' : `设为 ${target.dataDir}`}`,
  ]
  const keys = target.s3 ? '多个服务器进程分别使用不同的数据目录时，还需为它们设置相同的 SITECRAFT_SECRET_KEY；' : ''
  return `启动前请设置：${set.join('，')}；${keys}网站的静态页面在首次启动后自动重新生成。`
}
