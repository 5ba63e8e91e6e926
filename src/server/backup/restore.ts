import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import { connect } from '../db/connect.ts'
import { importTables } from '../db/exportTables.ts'
import { queryTimeout } from '../db/queryTimeout.ts'
import { MARK_COPY_SQL } from '../db/serverCopy.ts'
import { postponeSweepSql } from '../db/sweepSetting.ts'
import { OWNER_MARKS } from '../storage/keyPrefixes.ts'
import { moveDurably, syncTree } from '../storage/local/durable.ts'
import {
  measureFolder,
  EXCLUDED,
  MARK_FILE,
  type Mark,
  readMark,
  requireEmpty,
  type ServerData,
  STEP_TIMEOUT_MS,
} from './backup.ts'
import { BackupCopier } from './copyFiles.ts'
import { clearUnfinished, RESTORING } from './unfinishedRestore.ts'

/**
 * Restores a backup into an empty data folder and an empty database. All files are prepared in a folder inside the data
 * folder and moved into place at the end, the database last, so that no server starts with the result of a killed
 * restore.
 * @param claim locks the folder against servers
 */
export async function restore(
  { dataDir, databaseUrl }: ServerData,
  dir: string,
  claim: (dataDir: string) => () => void,
): Promise<string> {
  const from = await readMark(dir)
  await requireComplete(dir, from)
  const wanted = databaseUrl ? 'postgres' : 'sqlite'
  if (from.engine !== wanted) throw new AppError('invalid', `备份来自${NAMES[from.engine]}，无法恢复到${NAMES[wanted]}`)
  await requireEmpty(dataDir, '恢复', [RESTORING])
  const release = claim(dataDir)
  let isMoving = false
  try {
    await clearUnfinished(dataDir)
    const prepared = path.join(dataDir, RESTORING)
    await mkdir(prepared, { mode: 0o700 })
    const prepare = async (): Promise<void> => {
      await copyFiles(path.join(dir, 'files'), prepared)
      // The copied uploads have no other owner: an owner mark that is newer than the rows would claim that they have.
      await rm(path.join(prepared, 'uploads', OWNER_MARKS), { recursive: true, force: true })
      if (!databaseUrl)
        await prepareDatabaseFile(path.join(dir, 'database', DATABASE_FILE), path.join(prepared, DATABASE_FILE))
      await syncTree(prepared)
    }
    const settle = async (): Promise<void> => {
      isMoving = true
      for (const name of (await readdir(prepared)).toSorted(databaseLast))
        await moveDurably(path.join(prepared, name), path.join(dataDir, name))
    }
    if (databaseUrl) await restoreTables({ dataDir, databaseUrl }, dir, from, { prepare, settle })
    else {
      await prepare()
      await settle()
    }
    await clearUnfinished(dataDir)
  } catch (error) {
    // After the move began, the database may be complete; the next start detects that.
    if (!isMoving) await clearUnfinished(dataDir)
    throw error
  } finally {
    release()
  }
  return `已恢复 ${from.at} 的备份到 ${dataDir}，现在可以启动服务器。服务器作为副本启动，不发送邮件、短信和 Webhook；确认由其代替原服务器后，运行 npm run server -- take-store`
}

const DATABASE_FILE = 'sitecraft.db'
const databaseLast = (a: string, b: string): number => Number(a === DATABASE_FILE) - Number(b === DATABASE_FILE)

const NAMES = { sqlite: '内置数据库', postgres: 'PostgreSQL' } as const

/**
 * Template versions that clients received after the backup will be reused for other contents, so the clients must sync
 * from the start.
 */
const resetFeedsSql = (): string => `update template set "feedEpoch" = '${randomBytes(6).toString('hex')}'`

/**
 * Tables that a restore empties: sessions may have been ended or stolen since the backup, and temporary files are not
 * in backups.
 */
const EMPTIED_TABLES = ['session', 'login_token', 'kept_file'] as const

/** Copies the embedded database and invalidates its sessions and feeds. */
async function prepareDatabaseFile(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const db = new DatabaseSync(to)
  try {
    db.exec(resetFeedsSql())
    const tables = db.prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`)
    for (const name of EMPTIED_TABLES) if (tables.get(name)) db.exec(`delete from ${name}`)
    db.exec(postponeSweepSql(Date.now()))
    db.exec(MARK_COPY_SQL)
  } finally {
    db.close()
  }
}

async function restoreTables(
  place: { dataDir: string; databaseUrl: string },
  dir: string,
  from: Mark,
  files: { prepare(): Promise<void>; settle(): Promise<void> },
): Promise<void> {
  const db = await connect(place)
  try {
    await queryTimeout.run(STEP_TIMEOUT_MS, () =>
      db.transaction().execute(async (tx) => {
        await importTables(tx, path.join(dir, 'database'), from)
        await sql.raw(resetFeedsSql()).execute(tx)
        for (const name of EMPTIED_TABLES) await tx.deleteFrom(name).execute()
        await sql.raw(postponeSweepSql(Date.now())).execute(tx)
        await sql.raw(MARK_COPY_SQL).execute(tx)
        await files.prepare()
        // The transaction commits only after the files are in place, so that no server serves a database without its
        // files.
        await files.settle()
      }),
    )
  } finally {
    await db.destroy()
  }
}

/** An interrupted manual copy of a backup may have the mark but lack other files. */
async function requireComplete(dir: string, { bytes }: Mark): Promise<void> {
  if (bytes === undefined) return
  const there = (await measureFolder(dir)) - (await stat(path.join(dir, MARK_FILE))).size
  if (there < bytes)
    throw new AppError('invalid', `${dir} 不是完整的备份：应有 ${bytes} 字节，实际 ${there} 字节，请重新复制备份`)
}

/** Copies the files of a backup, except entries that backups never contain. */
async function copyFiles(from: string, to: string): Promise<void> {
  const copying = new BackupCopier()
  for (const name of await readdir(from)) if (!EXCLUDED.test(name)) await copying.updateEntry(from, to, name)
}
