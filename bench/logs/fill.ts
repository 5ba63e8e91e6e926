import { type Kysely, sql } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'

/** Time of the first line; the next lines follow every second. */
export const FIRST_LINE_TIME = Date.UTC(2026, 0, 1)

/**
 * Inserts lines into the emptied log: 50 accounts, 20 sites, 12 areas, one in 100 refused. Indexes are created
 * afterwards, which takes a third of the time.
 */
export async function fillLog(db: Kysely<Database>, rows: number): Promise<void> {
  const isEmbedded = engineOf(db) === 'sqlite'
  for (const set of isEmbedded ? ['synchronous = off', 'cache_size = -400000'] : [])
    await sql.raw(`pragma ${set}`).execute(db)
  const indexes = await indexesOf(db, isEmbedded)
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  await db.deleteFrom('operation_log').execute()
  await sql`with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${sql.lit(rows)})
    insert into operation_log (title, operation, "accountId", username, ip, method, url, input, code, msg,
      "durationMs", "createTime", "siteId", area, answer, changes, seq, hash)
    select '修改第 ' || i || ' 条内容', 'area' || (i % 12) || '.save', 1 + i % 50, 'staff' || (i % 50),
      '10.0.' || (i % 200) || '.' || (i % 250), 'POST', '/api/cebest-cms/content/save', '{"id":' || i || '}',
      case when i % 100 = 7 then 403 else 200 end, '保存成功', i % 90, ${sql.lit(FIRST_LINE_TIME)} + i * cast(1000 as bigint), i % 20,
      'area' || (i % 12), '{"id":' || i || '}', '', i + 1, 'x'
    from n`.execute(db)
  for (const { text } of indexes) await sql.raw(text).execute(db)
  await sql`analyze operation_log`.execute(db)
}

async function indexesOf(db: Kysely<Database>, isEmbedded: boolean): Promise<{ name: string; text: string }[]> {
  const embedded = sql<{ name: string; text: string }>`select name, sql as text from sqlite_master
    where type = 'index' and tbl_name = 'operation_log' and sql is not null`
  const postgres = sql<{ name: string; text: string }>`select indexname as name, indexdef as text from pg_indexes
    where tablename = 'operation_log' and indexname not like '%_pkey'`
  return (await (isEmbedded ? embedded : postgres).execute(db)).rows
}
