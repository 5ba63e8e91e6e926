import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { type Kysely, sql } from 'kysely'
import { advanceIdSequence, engineOf, listTablesWithIds } from './dialect.ts'
import { bytesKey } from './bytesKey.ts'
import { refuseFormer } from './migration/formerMigrations.ts'
import { AppError } from '#shared/errors/index.ts'
import { splitLines } from '#shared/util/lines.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>
const BATCH = 500
/** Files with one row per line, as JSON. */
const SUFFIX = '.ndjson'

/** Keys of all files in the store that rows refer to. */
export async function listReferencedFiles(db: Db): Promise<string[]> {
  const blobs = await db.selectFrom('blob').select('blobKey').where('isStored', '=', 1).execute()
  const contents = await db.selectFrom('stored_content').select('sha256').where('isStored', '=', 1).execute()
  return [...blobs.map((row) => row.blobKey), ...contents.map(({ sha256 }) => bytesKey(sha256))]
}

/**
 * PostgreSQL only: writes each table to a file in the folder.
 * @param db a transaction with a consistent snapshot
 * @returns the names of its migrations
 */
export async function exportTables(db: Db, dir: string): Promise<string[]> {
  for (const table of await tablesOf(db)) {
    const file = createWriteStream(path.join(dir, `${table}${SUFFIX}`), { mode: 0o600 })
    await sql`declare export_rows no scroll cursor for select row_to_json(t)::text as line from ${sql.table(table)} t`.execute(
      db,
    )
    for (;;) {
      const { rows } = await sql<{ line: string }>`fetch ${sql.lit(BATCH)} from export_rows`.execute(db)
      if (rows.length === 0) break
      if (!file.write(`${rows.map(({ line }) => line).join('\n')}\n`)) await once(file, 'drain')
    }
    await sql`close export_rows`.execute(db)
    file.end()
    await finished(file)
  }
  return migrationsOf(db)
}

/** The state of PostgreSQL's sequences, so that no id is reused after a restore. */
export async function readSequences(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; last: number | null }>`
    select sequencename as name, last_value as last from pg_sequences where schemaname = current_schema()`.execute(db)
  return Object.fromEntries(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last] as const])))
}

/**
 * Fills an empty database from a folder that `exportTables` wrote.
 * @throws AppError `conflict` when the database isn't empty, `invalid` for a backup of another version
 */
export async function importTables(
  db: Db,
  dir: string,
  from: { migrations: readonly string[]; sequences: Readonly<Record<string, number>> },
): Promise<void> {
  const { rows: accounts } = await sql`select 1 from account limit 1`.execute(db)
  if (accounts.length > 0) throw new AppError('conflict', '目标数据库已有数据，请恢复到空数据库')
  refuseFormer(from.migrations)
  if ((await migrationsOf(db)).join() !== from.migrations.join())
    throw new AppError('invalid', '备份由其他版本的程序创建，请使用该版本恢复，再升级')
  const tables = await tablesOf(db)
  const files = new Set(await readdir(dir))
  await withoutForeignKeys(db, async () => {
    for (const table of tables) {
      await sql`delete from ${sql.table(table)}`.execute(db)
      if (files.has(`${table}${SUFFIX}`)) await fillTable(db, table, path.join(dir, `${table}${SUFFIX}`))
    }
  })
  // A sequence that the backup does not list continues after the highest id.
  for (const table of await listTablesWithIds(db))
    await advanceIdSequence(db, table, (from.sequences[`${table}_id_seq`] ?? 0) + 1)
}

/**
 * Runs work that fills tables in any order. Foreign keys are checked when the work is done.
 * @param db a transaction
 */
export async function withoutForeignKeys(db: Db, work: () => Promise<void>): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    await sql`pragma defer_foreign_keys = on`.execute(db)
    return work()
  }
  const links = await sql<{ table: string; name: string; rule: string }>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as rule
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db)
  for (const { table, name } of links.rows)
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.raw(name)}`.execute(db)
  await work()
  for (const { table, name, rule } of links.rows)
    await sql`alter table ${sql.raw(table)} add constraint ${sql.raw(name)} ${sql.raw(rule)}`.execute(db)
}

async function fillTable(db: Db, table: string, file: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(db)
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  const insert = async (lines: readonly string[]): Promise<void> => {
    if (lines.length === 0) return
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${`[${lines.join(',')}]`}::json)`.execute(
      db,
    )
  }
  let lines: string[] = []
  for await (const line of linesOf(file)) {
    lines.push(line)
    if (lines.length < BATCH) continue
    await insert(lines)
    lines = []
  }
  await insert(lines)
}

/** The lines of a file, including a last line without a line feed. */
async function* linesOf(file: string): AsyncGenerator<string, void> {
  const rest = yield* splitLines(createReadStream(file, 'utf8') as AsyncIterable<string>)
  if (rest !== '') yield rest
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'kysely%'
    order by table_name`.execute(db)
  return rows.map(({ name }) => name)
}

async function migrationsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
