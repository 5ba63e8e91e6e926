import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { open } from '#server/db/connect.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { upload } from '#tests/builders/upload.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import type { Running } from '../content/fill.ts'

/** What stands beside so many entries in an organisation: of 1,000,000 that is what the campaign asks for. */
export const besides = (entries: number) => ({
  uploads: entries / 10,
  templateFiles: entries / 20,
  accounts: entries / 100,
  logLines: entries * 10,
})

export const TEMPLATE = 'growth'
const PER_FOLDER = 100
const BEGAN = Date.UTC(2026, 0, 1)

/** Beside the server's own calls, which would take hours. @param entries that are there already */
export async function fillBesides(running: Running, client: TestClient, entries: number): Promise<void> {
  const { uploads, templateFiles, accounts, logLines } = besides(entries)
  await fillTemplate(running, client, templateFiles)
  const { data, datas = data } = await upload(client, { name: '第一份.pdf', content: '%PDF-1.4 第一份' })
  await client.ok('upload.register', { realName: '第一份.pdf', accessPath: datas.accessPath, path: '' })
  await withDatabase(running, async (db) => {
    await multiply(db, 'attachment', sql<boolean>`id = ${datas.id}`, uploads, {
      oldName: sql`'文件 ' || i || '.pdf'`,
      accessPath: sql`"accessPath" || '-' || i`,
      attempt: sql`''`,
    })
    await multiply(db, 'account', sql<boolean>`username = 'editor'`, accounts, {
      username: sql`'staff' || i`,
      usernameKey: sql`'staff' || i`,
      trueName: sql`'员工' || i`,
      email: sql`'staff' || i || '@example.com'`,
    })
    await fillLog(db, logLines)
    await (running.databaseUrl ? sql`vacuum analyze` : sql`analyze`).execute(db)
  })
}

/** Small pages, a hundred in each folder, as somebody has put them on the server's disk; the list of them is read once. */
async function fillTemplate({ dataDir }: Running, client: TestClient, count: number): Promise<void> {
  await client.ok('template.save', { name: '增长', folder: TEMPLATE })
  for (let at = 0; at < count; at++) {
    const folder = join(dataDir, 'templates', TEMPLATE, `part-${Math.floor(at / PER_FOLDER)}`)
    if (at % PER_FOLDER === 0) mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `page-${at}.html`), `<p>第 ${at} 页</p>`)
  }
  await client.ok('templateSync.manifest', { folder: TEMPLATE })
}

/** Copies of one row; an identity is given by the database. */
async function multiply(
  db: Kysely<Database>,
  table: 'attachment' | 'account',
  which: RawBuilder<boolean>,
  count: number,
  changed: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<void> {
  const { rows } = await sql<object>`select * from ${sql.table(table)} where ${which}`.execute(db)
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'id')
  const values = columns.map((name) => changed[name] ?? sql.ref(name))
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from n cross join ${sql.table(table)} where ${which}`.execute(db)
}

/** Of 50 people in 20 sites and 12 areas, one of 100 refused. Its indexes are made afterwards, in a third of the time. */
async function fillLog(db: Kysely<Database>, count: number): Promise<void> {
  const indexes = await indexesOf(db, 'operation_log')
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  await db.deleteFrom('operation_log').execute()
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    insert into operation_log (title, operation, "accountId", username, ip, method, url, input, code, msg,
      "durationMs", "createTime", "siteId", area, answer, changes, seq, hash)
    select '修改第 ' || i || ' 条内容', 'area' || (i % 12) || '.save', 1 + i % 50, 'staff' || (i % 50),
      '10.0.' || (i % 200) || '.' || (i % 250), 'POST', '/api/cebest-cms/content/save', '{"id":' || i || '}',
      case when i % 100 = 7 then 403 else 200 end, '保存成功', i % 90, ${sql.lit(BEGAN)} + i * cast(1000 as bigint), i % 20,
      'area' || (i % 12), '{"id":' || i || '}', '', i, 'x'
    from n`.execute(db)
  for (const { text } of indexes) await sql.raw(text).execute(db)
}

async function indexesOf(db: Kysely<Database>, table: string): Promise<{ name: string; text: string }[]> {
  const embedded = sql<{ name: string; text: string }>`select name, sql as text from sqlite_master
    where type = 'index' and tbl_name = ${table} and sql is not null`
  const postgres = sql<{ name: string; text: string }>`select indexname as name, indexdef as text from pg_indexes
    where tablename = ${table} and indexname not like '%_pkey'`
  return (await (engineOf(db) === 'postgres' ? postgres : embedded).execute(db)).rows
}

/** Lines of no chain: what `check` says of the log is about the lines that the calls of the campaign have written since. */
export async function emptyLog(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('operation_log').execute()
  await db.deleteFrom('operation_log_mark').execute()
}

/** A connection beside the server's, without its limit on the time of a statement. */
export async function withDatabase<T>(
  { dataDir, databaseUrl }: Pick<Running, 'dataDir' | 'databaseUrl'>,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const db: Kysely<Database> = open({ dataDir, databaseUrl, queryMs: 3600_000 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
