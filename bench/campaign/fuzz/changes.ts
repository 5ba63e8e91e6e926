import { sql } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import { TRACES as CALL_TRACES } from '#tests/integration/server/harness/snapshot.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { plainTables } from '#tests/builders/anyRow.ts'

/** Tables that a refused call may change: its log line, counters of failed sign-ins, and the use of its session. */
const TRACES: ReadonlySet<string> = new Set([
  ...CALL_TRACES,
  'known_device',
  'sign_in_log',
  'phone_code',
  'phone_code_sent',
])

/** Counts the committed changes of rows in each table with triggers. */
export async function countChanges({ deps: { db } }: TestServer): Promise<() => Promise<Map<string, number>>> {
  const tables = (await plainTables(db)).map(({ name }) => name).filter((name) => !TRACES.has(name))
  await sql`create table campaign_change (name text primary key, total bigint not null)`.execute(db)
  const isEmbedded = engineOf(db) === 'sqlite'
  if (!isEmbedded)
    await sql`create function campaign_count() returns trigger language plpgsql as
      $$ begin update campaign_change set total = total + 1 where name = tg_table_name; return null; end $$`.execute(db)
  for (const name of tables) {
    await sql`insert into campaign_change values (${name}, 0)`.execute(db)
    if (isEmbedded)
      for (const event of ['insert', 'update', 'delete'])
        await sql`create trigger ${sql.ref(`campaign_${name}_${event}`)} after ${sql.raw(event)} on ${sql.table(name)} begin
          update campaign_change set total = total + 1 where name = ${sql.lit(name)}; end`.execute(db)
    else
      await sql`create trigger ${sql.ref(`campaign_${name}`)} after insert or update or delete on ${sql.table(name)}
        for each row execute function campaign_count()`.execute(db)
  }
  return async () => {
    const { rows } = await sql<{ name: string; total: number }>`select name, total from campaign_change`.execute(db)
    return new Map(rows.map(({ name, total }) => [name, total]))
  }
}
