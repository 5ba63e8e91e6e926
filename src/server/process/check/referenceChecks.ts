import { type Kysely, sql } from 'kysely'
import type { Engine } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { tables } from '#server/areas/tables.ts'
import type { Reference, Table } from '#server/db/table.ts'
import { type CheckContext, type Invariant, MAX_ITEMS } from './invariant.ts'

/** A column whose values must refer to existing rows. */
interface Link extends Reference {
  table: string
  column: string
}

const all: Readonly<Record<string, Table>> = tables
const nameOf = (table: string): string => all[table]?.title ?? `表 ${table} 的记录`

/** The links to check: declared references, and the foreign keys of the database. */
export async function readLinks({ db, engine }: Pick<CheckContext, 'db' | 'engine'>): Promise<Link[]> {
  const declared = Object.entries(all).flatMap(([table, { columns }]) =>
    Object.entries(columns).flatMap(([column, { spec }]) =>
      spec.reference && !spec.reference.mayDangle && !spec.reference.onDelete
        ? [{ table, column, ...spec.reference }]
        : [],
    ),
  )
  return [...declared, ...(await readForeignKeys(db, engine))]
}

/** Reads single-column foreign keys from the database. */
export async function readForeignKeys(db: Kysely<Database>, engine: Engine): Promise<Link[]> {
  const keys =
    engine === 'sqlite'
      ? sql<Record<'table' | 'column' | 'to' | 'key', string>>`
          select m.name as "table", f."from" as "column", f."table" as "to", coalesce(f."to", 'id') as "key"
          from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table' order by 1, 2`
      : sql<Record<'table' | 'column' | 'to' | 'key', string>>`
          select own.relname as "table", a.attname as "column", other.relname as "to", b.attname as "key"
          from pg_constraint c
          join pg_class own on own.oid = c.conrelid join pg_class other on other.oid = c.confrelid
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
          join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
          where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and cardinality(c.conkey) = 1
          order by 1, 2`
  const { rows } = await keys.execute(db)
  return rows.map(({ column, ...link }) => ({ ...link, column, unless: `t."${column}" is null` }))
}

/** Ids of columns in the recycle bin. */
export async function readRecycledColumnIds({ db }: CheckContext): Promise<Set<number>> {
  const rows = await db.selectFrom('column_bin').select('columns').execute()
  return new Set(rows.flatMap(({ columns }) => (JSON.parse(columns) as { id: number }[]).map(({ id }) => id)))
}

/** Ids of sites whose import is running: the row of the site itself is written last. */
async function readImportingSiteIds({ db }: CheckContext): Promise<Set<number>> {
  return new Set((await db.selectFrom('site_import').select('siteId').execute()).map(({ siteId }) => siteId))
}

const MEANING = '这些记录指向的对象已不存在，相关列表或页面可能无法打开，数字可能不一致'
const SWEPT_MEANING = '这些记录属于已彻底删除的栏目或站点，服务器运行时每小时自动清理'
const SWEPT_REMEDY = '如果服务器连续运行 1 小时后仍然如此，请将该行发送给开发者'
const REMEDY = '请打开这些记录重新选择，或删除这些记录；数量多时请从备份恢复，并将该行发送给开发者'

/** One invariant per link: each reference has an existing target. */
export async function referenceInvariants(ctx: Pick<CheckContext, 'db' | 'engine'>): Promise<Invariant[]> {
  return (await readLinks(ctx)).map((link) => ({
    code: `reference.${link.table}.${link.column}`,
    problem: `${nameOf(link.table)}的 ${link.column} 指向不存在的${nameOf(link.to)}`,
    meaning: link.isSwept ? SWEPT_MEANING : MEANING,
    remedy: link.isSwept ? SWEPT_REMEDY : REMEDY,
    level: link.isSwept ? 'note' : 'fault',
    find: (found) => findWithoutTarget(found, link),
  }))
}

async function findWithoutTarget(ctx: CheckContext, link: Link): Promise<string[]> {
  const { table, column, to, key = 'id', unless = `t."${column}" = 0`, when = '1 = 1' } = link
  const { rows } = await sql<{ value: number | string; total: number }>`
    select t.${sql.ref(column)} as value, count(*) as total from ${sql.table(table)} t
    where not (${sql.raw(unless)}) and (${sql.raw(when)})
      and not exists (select 1 from ${sql.table(to)} o where o.${sql.ref(key)} = t.${sql.ref(column)})
    group by t.${sql.ref(column)} order by 1 limit ${sql.lit(MAX_ITEMS)}`.execute(ctx.db)
  if (rows.length === 0) return []
  const expected = link.includesRecycled
    ? await readRecycledColumnIds(ctx)
    : to === 'site'
      ? await readImportingSiteIds(ctx)
      : new Set<number>()
  return rows
    .filter(({ value }) => !expected.has(Number(value)))
    .map(({ value, total }) => `${column}=${value}（${total} 条）`)
}
