import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { SYNC_CAUSES } from '#shared/contract/workspace.ts'
import { FOLDER, type Entry } from '../core/tree.ts'

export const RESTORE_POINTS_SCHEMA = `
  create table if not exists moments (id text primary key, at text not null, cause text not null);
  create index if not exists moments_at on moments (at);
  create table if not exists moment_files (
    moment text not null, path text not null, side text not null, by text not null,
    before text not null, before_size integer not null, after text not null, after_size integer not null,
    primary key (moment, path)
  ) without rowid;
  create index if not exists moment_files_before on moment_files (before);
`

/** Limits of the history: age, number of restore points, and bytes of texts that only the history refers to. */
const RETENTION = { ms: 30 * 24 * 3600 * 1000, moments: 500, textBytes: 200 * 1024 * 1024 }

const restorePointRow = z.object({
  id: z.string(),
  at: z.string(),
  cause: z.enum(SYNC_CAUSES),
  files: z.number(),
  own: z.number(),
  authors: z.string().nullable(),
})
const fileRow = z.object({
  path: z.string(),
  side: z.enum(['local', 'remote']),
  by: z.string(),
  before: z.string(),
  before_size: z.number(),
  after: z.string(),
  after_size: z.number(),
})
export type RestorePointCause = z.output<typeof restorePointRow>['cause']

/** What one sync, answer or choice changed. */
interface StoredRestorePoint {
  id: string
  /** ISO time. */
  at: string
  cause: RestorePointCause
  files: number
  /** Number of paths that were changed on this computer. */
  own: number
  /** Who changed the other paths. */
  authors: string[]
}

/** The change of one path; null: nothing was there. */
export interface RestorePointChange {
  path: string
  /** The side on which the change was made first. */
  side: 'local' | 'remote'
  by: string
  before: Entry | null
  after: Entry | null
}

/**
 * The states before each sync, stored as changes of paths. The bytes are in the texts, the trash and the server's
 * history.
 */
export interface RestorePoints {
  /** Later calls of `record` belong to this restore point. */
  begin(id: string, at: Date, cause: RestorePointCause): void
  record(change: RestorePointChange): void
  /** Newest first. */
  list(): StoredRestorePoint[]
  files(id: string): RestorePointChange[]
  /** Hashes of the contents that a restore needs. */
  findNeededHashes(): ReadonlySet<string>
  prune(now: Date): void
}

export function createRestorePoints(database: DatabaseSync): RestorePoints {
  let current: { id: string; at: string; cause: RestorePointCause } | null = null
  const addMoment = database.prepare('insert or ignore into moments (id, at, cause) values (?, ?, ?)')
  // If a path changes twice, the row holds its first and its last state.
  const addFile = database.prepare(
    `insert into moment_files (moment, path, side, by, before, before_size, after, after_size) values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (moment, path) do update set after = excluded.after, after_size = excluded.after_size`,
  )
  return {
    begin(id, at, cause) {
      current = { id, at: at.toISOString(), cause }
    },
    record({ path, side, by, before, after }) {
      if (!current) return
      addMoment.run(current.id, current.at, current.cause)
      addFile.run(current.id, path, side, by, textOf(before), sizeOf(before), textOf(after), sizeOf(after))
    },
    list: () =>
      z
        .array(restorePointRow)
        .parse(
          database
            .prepare(
              `select m.id, m.at, m.cause, count(*) as files, sum(f.side = 'local') as own, group_concat(distinct nullif(f.by, '')) as authors
               from moments m join moment_files f on f.moment = m.id group by m.id order by m.at desc, m.id desc`,
            )
            .all(),
        )
        .map(({ authors, ...row }) => ({ ...row, authors: authors === null ? [] : authors.split(',') })),
    files: (id) =>
      z
        .array(fileRow)
        .parse(database.prepare('select * from moment_files where moment = ? order by path').all(id))
        .map((row) => ({
          path: row.path,
          side: row.side,
          by: row.by,
          before: entryOf(row.before, row.before_size),
          after: entryOf(row.after, row.after_size),
        })),
    findNeededHashes: () =>
      new Set(
        z
          .array(z.object({ before: z.string() }))
          .parse(database.prepare('select distinct before from moment_files').all())
          .map(({ before }) => before),
      ),
    prune(now) {
      const drop = database.prepare(
        'delete from moments where at < ? or id not in (select id from moments order by at desc limit ?)',
      )
      drop.run(new Date(now.getTime() - RETENTION.ms).toISOString(), RETENTION.moments)
      const forget = (): void => database.exec('delete from moment_files where moment not in (select id from moments)')
      forget()
      const bytes = database.prepare(
        'select coalesce(sum(length(bytes)), 0) as bytes from texts where sha256 not in (select sha256 from base) and sha256 in (select before from moment_files)',
      )
      const count = database.prepare('select count(*) as count from moments')
      const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
      for (;;) {
        const left = number(count.get()?.count)
        if (left <= 1 || number(bytes.get()?.bytes) <= RETENTION.textBytes) return
        drop.run('', Math.floor(left / 2))
        forget()
      }
    },
  }
}

const textOf = (entry: Entry | null): string =>
  entry === null ? '' : entry.kind === 'folder' ? 'folder' : entry.sha256
const sizeOf = (entry: Entry | null): number => (entry?.kind === 'file' ? entry.size : 0)
const entryOf = (text: string, size: number): Entry | null =>
  text === '' ? null : text === 'folder' ? FOLDER : { kind: 'file', sha256: text, size }
