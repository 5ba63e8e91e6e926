import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { putTemplateFiles } from '#tests/builders/templateFiles.ts'
import { upload } from '#tests/builders/upload.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import type { FilledServer } from '../content/fill.ts'
import { withDatabase } from '../inProcess.ts'
import { fillLog } from '../logs/fill.ts'

/** Numbers of other records for this number of entries in a typical organisation. */
export const otherRecordCounts = (entries: number) => ({
  uploads: entries / 10,
  templateFiles: entries / 20,
  accounts: entries / 100,
  logLines: entries * 10,
})

export const TEMPLATE = 'growth'
const PER_FOLDER = 100

/**
 * Fills the tables directly, because the server's own calls would take hours.
 * @param entries number of existing entries
 */
export async function fillOtherRecords(running: FilledServer, client: TestClient, entries: number): Promise<void> {
  const { uploads, templateFiles, accounts, logLines } = otherRecordCounts(entries)
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
    await fillHistory(db)
    await (running.databaseUrl ? sql`vacuum analyze` : sql`analyze`).execute(db)
  })
}

/** Adds the first version of each directly inserted entry, and its timeline event. */
async function fillHistory(db: Kysely<Database>): Promise<void> {
  await sql`insert into content_event ("contentId", "classId", "siteId", kind, version, title, author, "createTime")
    select c.id, c."classId", c."siteId", 'created', c.version, c.title, 'admin', c."createTime" from content c
    where not exists (select 1 from content_event e where e."contentId" = c.id)`.execute(db)
  await sql`insert into content_revision ("contentId", version, "isStatus", fields, changed, reason, author, "createTime")
    select c.id, c.version, c."isStatus", c.fields, '[]', 'create', 'admin', c."createTime" from content c
    where not exists (select 1 from content_revision r where r."contentId" = c.id)`.execute(db)
}

/** Adds small pages, a hundred per folder. */
async function fillTemplate(running: FilledServer, client: TestClient, count: number): Promise<void> {
  await client.ok('template.save', { name: '增长', folder: TEMPLATE })
  const pages = Array.from({ length: count }, (_none, at): [string, string] => [
    `part-${Math.floor(at / PER_FOLDER)}/page-${at}.html`,
    `<p>第 ${at} 页</p>`,
  ])
  await withDatabase(running, (db) => putTemplateFiles({ db, dataDir: running.dataDir }, TEMPLATE, pages))
}

/** Copies a row; the database assigns the ids. */
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

/** Deletes log lines without a hash chain, so that `check` only sees the lines of the campaign's calls. */
export async function emptyLog(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('operation_log').execute()
  await db.deleteFrom('operation_log_mark').execute()
}
