import { DatabaseSync } from 'node:sqlite'
import { embeddedFile } from '#server/db/connect.ts'

/** The first line's time; a line follows each second. */
export const BEGAN = Date.UTC(2026, 0, 1)

/**
 * Puts so many lines into the log of a data folder that no server uses: of 50 people in 20 sites and 12 areas, one of 100
 * refused. Its indexes are made afterwards, which takes a third of the time.
 */
export function fillLog(dataDir: string, rows: number): void {
  const db = new DatabaseSync(embeddedFile(dataDir))
  db.exec('pragma synchronous = off; pragma cache_size = -400000')
  const indexes = db
    .prepare(
      `select name, sql from sqlite_master where type = 'index' and tbl_name = 'operation_log' and sql is not null`,
    )
    .all() as unknown as { name: string; sql: string }[]
  for (const { name } of indexes) db.exec(`drop index "${name}"`)
  db.exec(`
    delete from operation_log;
    with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${rows})
    insert into operation_log (id, title, operation, "accountId", username, ip, method, url, input, code, msg,
      "durationMs", "createTime", "siteId", area, answer, changes, seq, hash)
    select i + 1, '修改第 ' || i || ' 条内容', 'area' || (i % 12) || '.save', 1 + i % 50, 'staff' || (i % 50),
      '10.0.' || (i % 200) || '.' || (i % 250), 'POST', '/api/cebest-cms/content/save', '{"id":' || i || '}',
      case when i % 100 = 7 then 403 else 200 end, '保存成功', i % 90, ${BEGAN} + i * 1000, i % 20,
      'area' || (i % 12), '{"id":' || i || '}', '', i + 1, 'x'
    from n;
  `)
  for (const { sql } of indexes) db.exec(sql)
  db.exec('analyze operation_log')
  db.close()
}
