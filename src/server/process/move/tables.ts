import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { advanceIdSequence, engineOf } from '#server/db/dialect.ts'
import { withoutForeignKeys } from '#server/db/exportTables.ts'
import type { Database } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'

type Db = Kysely<Database>
type AnyRow = Record<string, unknown>

/** Rows per batch, and values per statement: SQLite allows 32,766. */
const [BATCH_ROWS, MAX_VALUES] = [1000, 30_000]
/** Search tables, which differ between databases and are rebuilt after the copy (rebuildWords). */
const REBUILT_TABLES = /^(content_words|content_initials)(_|$)/

/**
 * All tables except those that a database creates itself, in an order in which no trigger changes a table that is
 * already filled.
 */
export async function listTables(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const names = tables.filter(({ isView }) => !isView).map(({ name }) => name)
  const own = names.filter((name) => !REBUILT_TABLES.test(name) && !/^(kysely_|sqlite_)/.test(name)).toSorted()
  // A trigger of role_grant updates a counter in role.
  return own.toSorted((a, b) => Number(a === 'role') - Number(b === 'role'))
}

/** Reads all rows of a table in batches. @param db on PostgreSQL a transaction */
export async function* readRows(db: Db, table: string): AsyncGenerator<AnyRow[]> {
  if (engineOf(db) === 'sqlite') {
    for (let after = -1; ;) {
      const { rows } = await sql<AnyRow>`select rowid as "move_rowid", * from ${sql.table(table)}
        where rowid > ${after} order by rowid limit ${sql.lit(BATCH_ROWS)}`.execute(db)
      if (rows.length === 0) return
      after = Number(rows.at(-1)?.['move_rowid'])
      yield rows.map(({ move_rowid: _rowid, ...row }) => row)
    }
  }
  await sql`declare move_rows no scroll cursor for select * from ${sql.table(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<AnyRow>`fetch ${sql.lit(BATCH_ROWS)} from move_rows`.execute(db)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close move_rows`.execute(db)
}

/** Checksum of a table: the number of rows and the sum of their hashes, independent of their order. */
export interface TableChecksum {
  rows: number
  sum: bigint
}

const SUM_MODULUS = 2n ** 128n

function addToChecksum(to: TableChecksum, row: AnyRow): void {
  const text = JSON.stringify(
    Object.keys(row)
      .toSorted()
      .map((name) => [name, row[name] ?? null]),
  )
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 32)
  to.rows += 1
  to.sum = (to.sum + BigInt(`0x${hash}`)) % SUM_MODULUS
}

async function computeChecksum(db: Db, table: string): Promise<TableChecksum> {
  const sum: TableChecksum = { rows: 0, sum: 0n }
  for await (const rows of readRows(db, table)) for (const row of rows) addToChecksum(sum, row)
  return sum
}

/**
 * Fills an empty database with the rows of another one, of either kind, and compares the checksums of all tables.
 * @param from a transaction in which nothing changes
 * @param to a transaction, so that a failed copy leaves nothing
 * @param say receives a line for each table
 * @throws AppError `internal` when the copy differs
 */
export async function copyTables(from: Db, to: Db, say: (text: string) => void): Promise<number> {
  const tables = await listTables(from)
  const sums = new Map<string, TableChecksum>()
  await withoutForeignKeys(to, async () => {
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(to)
    for (const table of tables) {
      const sum: TableChecksum = { rows: 0, sum: 0n }
      for await (const rows of readRows(from, table)) {
        for (const row of rows) addToChecksum(sum, row)
        await insertRows(to, table, rows)
      }
      sums.set(table, sum)
      if (sum.rows > 0) say(`  ${table}：${sum.rows} 行`)
    }
  })
  for (const [table, seq] of await readLastIds(from))
    if (sums.has(table)) await advanceIdSequence(to, table as keyof Database, seq + 1)
  let all = 0
  for (const [table, { rows, sum }] of sums) {
    const there = await computeChecksum(to, table)
    if (there.rows !== rows || there.sum !== sum)
      throw new AppError('internal', `表 ${table} 复制后不一致（${rows} 行，复制后 ${there.rows} 行），未保存任何内容`)
    all += rows
  }
  return all
}

async function insertRows(db: Db, table: string, rows: readonly AnyRow[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const atOnce = Math.max(1, Math.floor(MAX_VALUES / columns.length))
  for (let from = 0; from < rows.length; from += atOnce) {
    const values = rows
      .slice(from, from + atOnce)
      .map((row) => sql`(${sql.join(columns.map((column) => sql.val(row[column] ?? null)))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}`.execute(db)
  }
}

/** The last generated id of each table, including ids of deleted rows, so that no id is reused. */
async function readLastIds(db: Db): Promise<[string, number][]> {
  if (engineOf(db) === 'sqlite') {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(db)
    return rows.map(({ name, seq }) => [name, seq])
  }
  const { rows } = await sql<{ name: string; last: number | null }>`
    select sequencename as name, last_value as last from pg_sequences where schemaname = current_schema()`.execute(db)
  // Without a last value the ids continue after the highest id of the rows.
  return rows.map(({ name, last }) => [name.replace(/_id_seq$/, ''), last ?? 0])
}
