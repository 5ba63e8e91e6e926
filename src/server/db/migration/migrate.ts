import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { AppError } from '#shared/errors/index.ts'
import { VERSION } from '#server/version.ts'
import { type Engine, engineOf } from '../dialect.ts'
import { baseline } from './baseline.ts'
import type { Database } from '../schema.ts'
import { isContract, findPostponedContracts } from './expandContract.ts'

/**
 * Migrations run in the order of their names. A released migration is never edited. New ones only add, or end with
 * `_contract`.
 */
export const migrations: Record<string, Migration> = {
  '0001_tables': baseline,
}

/** Which migrations a database has had. */
export interface MigrationState {
  applied: readonly string[]
  /** Still to be run. */
  pending: readonly string[]
  /** Migrations of a newer program. */
  unknown: readonly string[]
}

/** Reads the migration state without changes. @param all the program's migrations */
export async function readMigrationState(db: Kysely<Database>, all = migrations): Promise<MigrationState> {
  // Only one table is checked: Kysely's introspection of all tables would slow down each start and each probe.
  const there =
    engineOf(db) === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name = 'kysely_migration'`
      : sql`select 1 as name where to_regclass('kysely_migration') is not null`
  const isNew = (await there.execute(db)).rows.length === 0
  const rows = isNew ? [] : (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows
  const applied = rows.map(({ name }) => name)
  const known = Object.keys(all)
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

/** Whether tables are missing that this program needs. The program works before and after a contract migration. */
export const isBehind = ({ pending }: MigrationState): boolean => pending.some((name) => !isContract(name))

/**
 * Migrations of a newer program that this one can't work with. On PostgreSQL additions do no harm, because two versions
 * run at once during a rolling update. On the embedded database each one counts: a downgrade restores the copy from
 * before the upgrade.
 */
export const newerThanSupported = ({ unknown }: MigrationState, engine: Engine): readonly string[] =>
  engine === 'postgres' ? unknown.filter(isContract) : unknown

/** Refuses data of a newer program, which this program would damage. @throws AppError `unsupported` */
export function refuseNewer(at: MigrationState, engine: Engine): void {
  const unknown = newerThanSupported(at, engine)
  if (unknown.length === 0) return
  throw new AppError(
    'unsupported',
    `数据由更新版本的站匠写入（${unknown.slice(0, 3).join('、')}），当前版本 ${VERSION} 无法打开，未改动任何内容。请安装更新的版本，或恢复升级前的备份`,
  )
}

/**
 * Runs missing migrations in one transaction, one process at a time (Kysely's lock).
 * @param all the program's migrations
 * @returns contract migrations that are postponed while processes of the former version run; the next start runs them
 */
export async function migrate(db: Kysely<Database>, all = migrations): Promise<string[]> {
  const { pending, unknown } = await readMigrationState(db, all)
  const waiting = await findPostponedContracts(db, pending)
  const now = Object.fromEntries(Object.entries(all).filter(([name]) => !waiting.includes(name)))
  const known = Object.fromEntries(unknown.map((name): [string, Migration] => [name, UNKNOWN_MIGRATION]))
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...now, ...known }) },
    // Numbers have gaps that later versions fill, so a new migration may come before applied ones.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return waiting
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  throw new Error(`数据库升级失败${failed ? `（${failed}）` : ''}`, { cause: error })
}

/** Placeholder for an applied migration of a newer program: Kysely requires that each applied name exists. */
const UNKNOWN_MIGRATION: Migration = {
  up: () => Promise.reject(new Error('this migration belongs to a newer program')),
}
