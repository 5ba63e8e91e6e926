import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Longer lists of accounts are told to everybody; PostgreSQL's limit of a payload is 8000 bytes. */
const MOST = 400

/**
 * PostgreSQL tells every process what it may wait for, in the transaction of the change: whoever writes, also a process of the
 * version before, needs not know of it. The embedded database has one process.
 */
export const notifications: Migration = {
  async up(db: Kysely<Database>) {
    if (engineOf(db) !== 'postgres') return
    await sql`create function job_notify() returns trigger language plpgsql as $$
      begin
        perform pg_notify('sitecraft', 'job:' || new.kind);
        return null;
      end $$`.execute(db)
    await sql`create trigger job_notify after insert or update of state on job
      for each row when (new.state = 'queued') execute function job_notify()`.execute(db)
    // The condition stands in the function: a trigger's own would hold the columns fast.
    await sql`create function template_notify() returns trigger language plpgsql as $$
      begin
        if old.version <> new.version or old."deleteTime" is distinct from new."deleteTime" then
          perform pg_notify('sitecraft', 'template:' || new.id);
        end if;
        return null;
      end $$`.execute(db)
    await sql`create trigger template_notify after update on template
      for each row execute function template_notify()`.execute(db)
    await onNotices(db)
  },
}

/** Once a statement: a notice may go to thousands. */
async function onNotices(db: Kysely<Database>): Promise<void> {
  await sql`create function notice_notify() returns trigger language plpgsql as $$
    declare
      ids text;
      many bigint;
    begin
      select string_agg("accountId"::text, ','), count(*) into ids, many
        from (select distinct "accountId" from changed limit ${sql.lit(MOST + 1)}) as told;
      if many > 0 then
        perform pg_notify('sitecraft', 'notice:' || case when many > ${sql.lit(MOST)} then '*' else ids end);
      end if;
      return null;
    end $$`.execute(db)
  for (const [event, rows] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`create trigger ${sql.ref(`notice_notify_${event}`)} after ${sql.raw(event)} on notice
      referencing ${sql.raw(rows)} table as changed
      for each statement execute function notice_notify()`.execute(db)
}
