import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import type { Standing } from './migrate.ts'
import { moveFlushed } from '../moveFlushed.ts'
import type { Database } from '../schema.ts'

/** Copies of the embedded database, one before each upgrade. */
export const copiesDir = (dataDir: string): string => path.join(dataDir, 'before-upgrade')
const KEPT = 3
const NAME = /^sitecraft-\d+-.+\.db$/

/**
 * Copies the embedded database as it is, before migrations change it; the last three copies stay. A copy that was cut off is
 * made anew, a whole one of the same state is not repeated.
 * @throws AppError `no-space`: an upgrade without a copy is not begun
 */
export async function copyBefore(db: Kysely<Database>, dataDir: string, { applied }: Standing): Promise<void> {
  const folder = copiesDir(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const last = applied.toSorted().at(-1) ?? ''
  const target = path.join(folder, `sitecraft-${String(applied.length).padStart(4, '0')}-${last}.db`)
  if (await isThere(target)) return
  await refuseFullDisk(dataDir, folder)
  const partial = `${target}.part`
  await rm(partial, { force: true })
  await sql`vacuum into ${partial}`.execute(db)
  // The migrations that follow change the original.
  await moveFlushed(partial, target)
  const copies = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted()
  await Promise.all(copies.slice(0, -KEPT).map((name) => rm(path.join(folder, name), { force: true })))
}

const isThere = (file: string): Promise<boolean> =>
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
    `升级前要复制一份数据库，但磁盘空间不够（需要 ${mb} MB）。请清理 ${dataDir} 所在的磁盘后重新启动`,
  )
}
