import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

export const LOG_LEVELS = ['info', 'warning', 'error'] as const

export interface LogLine {
  /** ISO time. */
  at: string
  level: (typeof LOG_LEVELS)[number]
  path: string
  text: string
  /** Account and computer that did it; empty when unknown. */
  who: string
}
export interface LogQuery {
  /** Substring of path, text or who, case-insensitive; '' for all. */
  key: string
  level: LogLine['level'] | ''
  /** From 1. */
  page: number
  size: number
}

/** The persistent log of one workspace's file operations (S40). */
export interface SyncLog {
  add(line: LogLine): void
  /** Newest first. */
  recent(count: number): LogLine[]
  page(query: LogQuery): { lines: (LogLine & { id: number })[]; total: number }
  /** The newest line about a path. */
  findLatest(path: string): LogLine | null
  /** Deletes the oldest lines beyond the limit. */
  deleteOldest(): void
}

export const LOG_SCHEMA = `
  create table if not exists log (id integer primary key, at text not null, level text not null, path text not null, text text not null, who text not null default '');
`
/** Lines. About 20 MB, or half a year of heavy work. */
const MAX_LINES = 100_000

const line = z.object({
  id: z.number(),
  at: z.string(),
  level: z.enum(LOG_LEVELS),
  path: z.string(),
  text: z.string(),
  who: z.string(),
})
const lines = z.array(line)

export function createSyncLog(database: DatabaseSync): SyncLog {
  // The table of earlier versions has no column `who`.
  if (!database.prepare("select 1 from pragma_table_info('log') where name = 'who'").get())
    database.exec("alter table log add column who text not null default ''")
  const insert = database.prepare('insert into log (at, level, path, text, who) values (?, ?, ?, ?, ?)')
  return {
    add({ at, level, path, text, who }) {
      insert.run(at, level, path, text, who)
    },
    recent: (count) => lines.parse(database.prepare('select * from log order by id desc limit ?').all(count)),
    page({ key, level, page, size }) {
      const like = `%${key.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      const where = String.raw`where (? = '' or level = ?) and (? = '' or path like ? escape '\' or text like ? escape '\' or who like ? escape '\')`
      const values = [level, level, key, like, like, like]
      const { count } = z
        .object({ count: z.number() })
        .parse(database.prepare(`select count(*) as count from log ${where}`).get(...values))
      const found = database
        .prepare(`select * from log ${where} order by id desc limit ? offset ?`)
        .all(...values, size, (page - 1) * size)
      return { lines: lines.parse(found), total: count }
    },
    findLatest: (path) =>
      line.nullish().parse(database.prepare('select * from log where path = ? order by id desc limit 1').get(path)) ??
      null,
    deleteOldest: () =>
      void database.prepare('delete from log where id <= (select max(id) from log) - ?').run(MAX_LINES),
  }
}
