import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import type { MigrationState } from './migrate.ts'
import { moveFlushed } from '../moveFlushed.ts'
import type { Database } from '../schema.ts'

/** Copies of the embedded database, one before each upgrade. */
export const copiesDir = (dataDir: string): string => path.join(dataDir, 'before-upgrade')
const MAX_COPIES = 3
const NAME = /^sitecraft-\d+-.+\.db$/

/**
 * Copies the embedded database before migrations change it, and retains the last three copies. A complete copy of the
 * same state is reused; an interrupted copy is repeated.
 * @throws AppError `no-space`: no upgrade runs without a copy
 */
export async function copyBeforeUpgrade(
  db: Kysely<Database>,
  dataDir: string,
  { applied }: MigrationState,
): Promise<void> {
  const folder = copiesDir(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const last = applied.toSorted().at(-1) ?? ''
  const target = path.join(folder, `sitecraft-${String(applied.length).padStart(4, '0')}-${last}.db`)
  if (await fileExists(target)) return
  await refuseFullDisk(dataDir, folder)
  const partial = `${target}.part`
  await rm(partial, { force: true })
  await sql`vacuum into ${partial}`.execute(db)
  // The copy must be on disk before the migrations change the original.
  await moveFlushed(partial, target)
  const copies = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted()
  await Promise.all(copies.slice(0, -MAX_COPIES).map((name) => rm(path.join(folder, name), { force: true })))
}

const fileExists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

async function refuseFullDisk(dataDir: string, folder: string): Promise<void> {
  const { size } = await stat(path.join(dataDir, 'sitecraft.db'))
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize > size) return
  const mb = Math.ceil(size / 1024 / 1024)
  throw new AppError(
    'no-space',
    `升级前需要复制数据库，但磁盘空间不足（需要 ${mb} MB）。请清理 ${dataDir} 所在的磁盘后重新启动`,
  )
}
