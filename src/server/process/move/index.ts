import { constants, copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { columnsWithEntries, rebuildWords } from '#server/areas/content/index.ts'
import { queryTime } from '#server/db/queryTime.ts'
import { sessionLock } from '#server/db/locks.ts'
import type { Database } from '#server/db/schema.ts'
import { FOLDER_SETTING } from '#server/db/serverCopy.ts'
import { readSetting, removeSetting, saveSetting } from '#server/db/settings.ts'
import { ownJob } from '#server/jobs/queue.ts'
import { namedFiles } from '#server/db/export.ts'
import { LOCATION_SETTING, requireLocation, type StorageLocation } from '#server/storage/storageLocation.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { claimDataDir } from '../instanceLock.ts'
import type { ProcessOptions } from '../options.ts'
import { checkBytes, copyBytes } from './bytes.ts'
import { copyArchives, copyBackups, settleArchives } from './kept.ts'
import {
  claimFolder,
  isSameStore,
  openSource,
  openTarget,
  othersOn,
  type OpenInstallation,
  type Site,
} from './installation.ts'
import { copyTables } from './tables.ts'

/** One step may go through all rows of a table. */
const STEP_MS = 3600_000
/** When it was filled by `move`. */
const DONE_SETTING = 'move.done'
/** The private key, and the keys of rotate-key. */
const KEY_FILES = ['rsa-key.pem', 'secret-key']

type Options = Pick<ProcessOptions, 'dataDir' | 'databaseUrl' | 's3' | 'move' | 'backupDir'>

/**
 * Moves an installation to another database, to a bucket, or back, and checks the copy; the old place stays as it is. Files are
 * copied while servers run; with none running the rest and the rows follow. Begun again it goes on with what is missing: the new
 * database is filled in one transaction, which is the last step.
 * @param say told how far it is, in lines for a person
 * @throws AppError `locked` when the files are copied and servers have to be stopped for the rest
 */
export async function move(options: Options, say: (line: string) => void): Promise<string> {
  const from: Site = { dataDir: options.dataDir, databaseUrl: options.databaseUrl, s3: options.s3 }
  const to = targetOf(options)
  const isSameDatabase = from.databaseUrl === to.databaseUrl && (Boolean(to.databaseUrl) || from.dataDir === to.dataDir)
  const source = await openSource(from)
  let target: OpenInstallation | undefined
  try {
    const done = await (isSameDatabase ? doneBefore(source, to) : filledBefore(source, to))
    if (done) return done
    await requireLocation(source)
    const filled = await claimFolder(from, to)
    target = await openTarget(to, isSameDatabase ? source : null)
    const answer = await queryTime.run(STEP_MS, () =>
      moveTo(source, target as OpenInstallation, { isSameDatabase, backupDir: options.backupDir }, say),
    )
    await filled()
    return answer
  } finally {
    if (target && !isSameDatabase) await target.db.destroy()
    await source.db.destroy()
  }
}

/** Where the files of this database were brought: once it says so, the old folder is no source any more. */
const PLACE_DONE = 'move.place'
const placeText = ({ dataDir, s3 }: Site): string => JSON.stringify([dataDir, s3?.endpoint, s3?.prefix])

async function doneBefore(source: OpenInstallation, to: Site): Promise<string | null> {
  if ((await readSetting(source.db, PLACE_DONE)) !== placeText(to)) return null
  return `文件已经搬完，没有再做任何事。${nextSteps(source, to)}`
}

/** Was the new database filled by a run that came to its end? */
async function filledBefore(source: OpenInstallation, to: Site): Promise<string | null> {
  // Where nothing can be read there is nothing yet; what is wrong with the place is said when it is filled.
  const target = await openSource(to).catch(() => null)
  if (!target) return null
  const done = await readSetting(target.db, DONE_SETTING)
  await target.db.destroy()
  if (done === null) return null
  return `这个数据库已在 ${formatDateTime(Number(done))} 搬完，没有再做任何事。${nextSteps(source, target)}`
}

function targetOf({ dataDir, databaseUrl, move: asked }: Options): Site {
  if (!asked.database && !asked.s3 && !asked.dataDir)
    throw new AppError('invalid', '请写上要搬到哪里：--to-database 地址或 embedded，--to-s3 地址，或 --to-data 目录')
  const url = asked.database === undefined ? databaseUrl : asked.database === 'embedded' ? undefined : asked.database
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url))
    throw new AppError('invalid', '--to-database 应当是 postgres:// 开头的地址，或 embedded（内置数据库）')
  if (asked.s3 && !url)
    throw new AppError('invalid', '模板和上传文件放进存储桶时，数据库也要是 PostgreSQL：请写上 --to-database')
  if (!asked.s3 && !asked.dataDir)
    throw new AppError('invalid', '没有写 --to-s3，文件会放在磁盘上：请用 --to-data 写上新的数据目录')
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
    if (account) throw new AppError('conflict', '新的数据库里已有数据，请换一个空的数据库')
  } else if (isSameStore(source, target)) throw new AppError('conflict', '新的位置和原来的相同，没有可以搬的内容')
  say('第一步：复制文件（服务器可以继续运行）')
  await copyFiles(source, target, backupDir, say)
  const release = await stopped(source)
  try {
    say('第二步：复制最后的变化和数据库')
    const { archives, copied } = await copyFiles(source, target, backupDir, say)
    if (target.dataDir !== source.dataDir) await copyKeys(source.dataDir, target.dataDir)
    say('第三步：核对')
    const lacking = new Set(copied.missing)
    await checkBytes(
      target.blobs,
      (await namedFiles(source.db)).filter((key) => !lacking.has(key)),
    )
    const rows = await fill(source, target, archives, isSameDatabase, say)
    const lost = lacking.size > 0 ? `；有 ${lacking.size} 个文件在原来的存储里已经缺失（如 ${copied.missing[0]}）` : ''
    return (
      `已搬完并核对：${rows} 行数据、${copied.all} 个上传的文件和模板文件的内容${lost}。` +
      `原来的位置没有改动。${nextSteps(source, target)}`
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
    ? { all: (await namedFiles(source.db)).length, were: 0, missing: [] }
    : await copyBytes(source, target, say)
  if (!isSameStore(source, target)) say(`  文件：共 ${copied.all} 个，其中 ${copied.were} 个之前已复制`)
  const archives = await copyArchives(source, target)
  await copyBackups(source, target, backupDir, say)
  return { archives, copied }
}

/** Holds the old place still. @throws AppError `locked` while servers run there */
async function stopped(source: OpenInstallation): Promise<() => Promise<void> | void> {
  const rest =
    '文件已经复制完。数据库要在服务器停止后复制：请停止使用原来数据的所有服务器，再运行一次同样的命令，很快就会完成'
  if (source.databaseUrl) {
    // First: who connects from now on sees it and does not start.
    const release = await sessionLock(source.db, 'move')
    if (!release) throw new AppError('locked', '另一个 move 正在搬这个数据库，请等它结束')
    const others = await othersOn(source)
    if (others === 0) return release
    await release()
    throw new AppError('locked', `原来的数据库还有 ${others} 个连接在使用。${rest}`)
  }
  try {
    return claimDataDir(source.dataDir)
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

/** The last step: all rows in one transaction. Answers how many. */
async function fill(
  source: OpenInstallation,
  target: OpenInstallation,
  archives: readonly string[],
  isSameDatabase: boolean,
  say: (line: string) => void,
): Promise<number> {
  if (isSameDatabase)
    return source.db.transaction().execute(async (db) => {
      await settle(db, source, target, archives)
      await saveSetting(db, PLACE_DONE, placeText(target))
      return 0
    })
  return source.db
    .transaction()
    .setIsolationLevel(source.databaseUrl ? 'repeatable read' : 'serializable')
    .execute((from) =>
      target.db.transaction().execute(async (to) => {
        const rows = await copyTables(from, to, say)
        for (const { id } of await columnsWithEntries(to)) await rebuildWords(to, id)
        await settle(to, source, target, archives)
        // The moved server is the original: its first start records the new data folder.
        await removeSetting(to, FOLDER_SETTING)
        await saveSetting(to, DONE_SETTING, String(Date.now()))
        return rows
      }),
    )
}

/** Writes what is said of the files, and leaves out what belongs to the old place alone. */
async function settle(
  db: Kysely<Database>,
  source: OpenInstallation,
  target: OpenInstallation,
  archives: readonly string[],
): Promise<void> {
  const place: StorageLocation = target.s3 ? 's3' : 'folder'
  await saveSetting(db, LOCATION_SETTING, place)
  await settleArchives(db, source, target, archives)
  // Chunks of uploads under way stay behind: their clients begin again.
  if (source.dataDir !== target.dataDir || source.s3 !== target.s3)
    await db.deleteFrom('upload_session').where('attachmentId', 'is', null).execute()
  await buildSites(db)
}

/** Built pages are made anew at the first start. */
async function buildSites(db: Kysely<Database>): Promise<void> {
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
        ownJob(
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

function nextSteps(source: Site, target: Site): string {
  const set = [
    target.databaseUrl ? 'DATABASE_URL 设为新的数据库地址' : '去掉 DATABASE_URL',
    target.s3 ? `SITECRAFT_S3_URL 设为 ${target.s3.endpoint}（以及访问密钥等）` : '去掉 SITECRAFT_S3_URL',
    `数据目录${target.dataDir === source.dataDir ? '不变' : `设为 ${target.dataDir}`}`,
  ]
  const keys = target.s3 ? '多个服务器进程各用各的数据目录时，再给它们设置同一个 SITECRAFT_SECRET_KEY；' : ''
  return `启动前请设置：${set.join('，')}；${keys}网站的静态页面在首次启动后自动重新生成。`
}
