import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { connect, embeddedFile, openDatabase } from '#server/db/connect.ts'
import { isBehind, readMigrationState } from '#server/db/migration/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import type { BlobStore } from '#server/storage/blobStore.ts'
import { openLocalBlobStore } from '#server/storage/local/blobs.ts'
import { openS3BlobStore } from '#server/storage/s3/blobs.ts'
import type { S3Options } from '#server/storage/s3/options.ts'
import { AppError } from '#shared/errors/index.ts'

/** The location of an installation: database, store and data folder. */
export interface InstallationLocation {
  databaseUrl: string | undefined
  s3: S3Options | null
  dataDir: string
}

/** An installation with open database and store. */
export interface OpenInstallation extends InstallationLocation {
  db: Kysely<Database>
  blobs: BlobStore
}

/** Connection name of this command, which distinguishes it from servers. */
const NAME = 'sitecraft-move'

const withApplicationName = (url: string | undefined): string | undefined => {
  if (!url) return undefined
  const whole = new URL(url)
  whole.searchParams.set('application_name', NAME)
  return whole.href
}

const blobsOf = ({ s3, dataDir }: InstallationLocation): BlobStore => {
  const uploads = join(dataDir, 'uploads')
  return s3 ? openS3BlobStore(uploads, s3) : openLocalBlobStore(uploads)
}

/** @throws AppError `not-found` without data, `conflict` for data of an earlier version */
export async function openSource(site: InstallationLocation): Promise<OpenInstallation> {
  if (!site.databaseUrl && !existsSync(embeddedFile(site.dataDir)))
    throw new AppError('not-found', `${site.dataDir} 中没有数据，没有可迁移的内容`)
  const db = openDatabase({ dataDir: site.dataDir, databaseUrl: withApplicationName(site.databaseUrl) })
  try {
    const at = await readMigrationState(db)
    if (at.applied.length === 0) throw new AppError('not-found', '原数据库为空，没有可迁移的内容')
    if (isBehind(at))
      throw new AppError('conflict', '原数据由较早版本的程序写入，请先用当前版本启动一次服务器，再运行 move')
    return { ...site, db, blobs: blobsOf(site) }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Opens the target and creates missing tables. `source` is set when both have the same database. */
export async function openTarget(
  site: InstallationLocation,
  source: OpenInstallation | null,
): Promise<OpenInstallation> {
  const blobs = blobsOf(site)
  if (source) return { ...site, db: source.db, blobs }
  const db = await connect({ dataDir: site.dataDir, databaseUrl: withApplicationName(site.databaseUrl) })
  return { ...site, db, blobs }
}

/** Marks a folder that `move` is filling, so that a later run may resume. */
const IN_PROGRESS_MARK = 'move-under-way'
/** Files of a server. */
const SERVER_FILES = ['sitecraft.db', 'uploads', 'rsa-key.pem', 'secret-key']

/**
 * Claims a new data folder, or one that an earlier run began to fill. Other data in it would be overwritten.
 * @returns a function to call when the folder is filled
 * @throws AppError `conflict` for a folder with data
 */
export async function claimFolder(
  from: InstallationLocation,
  { dataDir }: InstallationLocation,
): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (dataDir === from.dataDir) return async () => undefined
  const mark = join(dataDir, IN_PROGRESS_MARK)
  const there = SERVER_FILES.find((name) => existsSync(join(dataDir, name)))
  if (there && !existsSync(mark)) throw new AppError('conflict', `${dataDir} 已有数据（${there}），请换用空目录`)
  await writeFile(mark, '')
  return () => rm(mark, { force: true })
}

/** Counts other connections to a PostgreSQL database. */
export async function countOtherConnections({ db, databaseUrl }: OpenInstallation): Promise<number> {
  if (!databaseUrl) return 0
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and application_name <> ${NAME}`.execute(db)
  return rows[0]?.others ?? 0
}

/** Whether both store their files in the same bucket or folder. */
export const isSameStore = (one: InstallationLocation, other: InstallationLocation): boolean =>
  JSON.stringify([one.s3, one.s3 ? '' : one.dataDir]) === JSON.stringify([other.s3, other.s3 ? '' : other.dataDir])
