import { type Kysely, sql } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import type { Database } from '../schema.ts'

// To be removed at the first release: until then test installations hold databases that 72 migrations made, one after the
// other. After all of them the tables are those of the baseline.

const FIRST = '0001_core'
const LAST = '0110_private_files'
const COUNT = 72
const BASELINE = '0001_baseline'

const isFormer = (applied: readonly string[]): boolean => applied.includes(FIRST)
const isComplete = (applied: readonly string[]): boolean => applied.length >= COUNT && applied.includes(LAST)

/** The names of applied migrations, a complete list of the former ones as the baseline. */
export const baselineNames = (applied: readonly string[]): readonly string[] =>
  isFormer(applied) && isComplete(applied) ? [BASELINE] : applied

/**
 * Records a database of the former migrations as one of the baseline.
 * @returns whether it did
 * @throws AppError `unsupported` when some of the former migrations were never run
 */
export async function adoptFormer(db: Kysely<Database>, applied: readonly string[]): Promise<boolean> {
  if (!isFormer(applied)) return false
  if (!isComplete(applied))
    throw new AppError(
      'unsupported',
      '数据由站匠正式发布之前的旧版本写成，这个版本不能打开，也没有改动任何内容。请用原来的版本导出站点，再在新的数据文件夹里导入；旧备份请用原来的版本恢复（restore）',
    )
  await db.transaction().execute(async (tx) => {
    await sql`delete from kysely_migration`.execute(tx)
    await sql`insert into kysely_migration (name, timestamp) values (${BASELINE}, ${new Date().toISOString()})`.execute(
      tx,
    )
  })
  return true
}
