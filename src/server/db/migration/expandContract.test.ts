import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlite } from '../dialect.ts'
import { migrations } from './migrate.ts'
import { connectionNames, isContract } from './expandContract.ts'

/** The last one of before there were two steps: nothing older has to work beside it. */
const BASELINE = '0093_static_schedule'
const names = Object.keys(migrations).toSorted()

interface Table {
  columns: Map<string, { type: string; isNullable: boolean; isGiven: boolean }>
  unique: Set<string>
}
type Any = Kysely<Record<string, never>>

async function schemaOf(db: Any): Promise<Map<string, Table>> {
  const tables = new Map<string, Table>()
  for (const { name, columns } of await db.introspection.getTables()) {
    const { rows } = await sql<{ sql: string | null }>`
      select sql from sqlite_master where tbl_name = ${name} and (type = 'trigger' or sql like '%unique%')`.execute(db)
    tables.set(name, {
      columns: new Map(
        columns.map((c) => [
          c.name,
          { type: c.dataType, isNullable: c.isNullable, isGiven: c.isNullable || c.hasDefaultValue },
        ]),
      ),
      // A trigger that refuses nothing is no rule.
      unique: new Set(
        rows.flatMap((row) => row.sql ?? []).filter((text) => !/^create (table|trigger(?![^]*\braise\b))/i.test(text)),
      ),
    })
  }
  return tables
}

/** What a program that knows the tables as they were could trip over, now that they are as they are. */
function harmTo(before: Map<string, Table>, after: Map<string, Table>): string[] {
  const harm: string[] = []
  for (const [name, old] of before) {
    const table = after.get(name)
    if (!table) {
      harm.push(`${name} is gone`)
      continue
    }
    for (const [column, { type, isNullable }] of old.columns) {
      const now = table.columns.get(column)
      if (!now) harm.push(`${name}.${column} is gone`)
      else if (now.type !== type) harm.push(`${name}.${column} has another type`)
      else if (isNullable && !now.isNullable) harm.push(`${name}.${column} may not be empty any more`)
    }
    for (const [column, { isGiven }] of table.columns)
      if (!old.columns.has(column) && !isGiven) harm.push(`${name}.${column} has to be given`)
    for (const rule of table.unique) if (!old.unique.has(rule)) harm.push(`${name} has a new rule: ${rule}`)
  }
  return harm
}

let db: Any
let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sitecraft-steps-'))
  db = new Kysely({ dialect: sqlite(join(dir, 'steps.db')) })
})
afterEach(async () => {
  await db.destroy()
  await rm(dir, { recursive: true, force: true })
})

describe('migrations in two steps', () => {
  it('each one beyond the first release only adds, or says that it takes away', async () => {
    const some = (until: string) => ({
      db,
      provider: {
        getMigrations: async () => Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= until)),
      },
      allowUnorderedMigrations: true,
    })
    expect((await new Migrator(some(BASELINE)).migrateToLatest()).error).toBeUndefined()
    for (const name of names.filter((each) => each > BASELINE)) {
      const before = await schemaOf(db)
      expect((await new Migrator(some(name)).migrateToLatest()).error).toBeUndefined()
      if (!isContract(name)) expect(harmTo(before, await schemaOf(db)), name).toEqual([])
    }
  })

  it('what would harm a program of the former version is seen', async () => {
    await sql`create table one (id integer primary key, a text, b text not null)`.execute(db)
    await sql`create table two (id integer primary key)`.execute(db)
    const before = await schemaOf(db)
    await sql`alter table one add column c text`.execute(db)
    await sql`alter table one add column d text not null default ''`.execute(db)
    await sql`create index one_a on one (a)`.execute(db)
    await sql`create trigger one_d after insert on one begin update one set d = a where id = new.id; end`.execute(db)
    await sql`create table three (id integer primary key, a text not null unique)`.execute(db)
    expect(harmTo(before, await schemaOf(db))).toEqual([])
    await sql`drop table two`.execute(db)
    await sql`alter table one drop column c`.execute(db)
    await sql`alter table one rename column b to e`.execute(db)
    await sql`create unique index one_e on one (e)`.execute(db)
    await sql`create trigger one_a before insert on one begin select raise(abort, 'no'); end`.execute(db)
    expect(harmTo(before, await schemaOf(db))).toEqual([
      'one.b is gone',
      'one.e has to be given',
      'one has a new rule: CREATE UNIQUE INDEX one_e on one (e)',
      expect.stringContaining('one has a new rule: CREATE TRIGGER one_a'),
      'two is gone',
    ])
  })

  it('are numbered, so that the newest known one identifies the version of a process', () => {
    expect(names.filter((name) => !/^\d{4}_\w+$/.test(name))).toEqual([])
    const { pool, listener } = connectionNames(names)
    // PostgreSQL cuts longer names.
    expect(Math.max(pool.length, listener.length)).toBeLessThan(64)
  })
})
