import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { FOLDER, type Entry, type FileEntry, type Tree } from '../core/tree.ts'
import type { HashHints } from '../local/scan.ts'
import { createHints } from './hints.ts'
import { createSending, type Sending } from './sending.ts'

export interface LogLine {
  at: string
  level: 'info' | 'warning' | 'error'
  path: string
  text: string
}
/** An unresolved conflict and the name of the server's version beside the local file ('' when it could not be made). */
export interface KeptConflict {
  path: string
  base: string
  local: string
  remote: string
  copy: string
  at: string
}

/** What one workspace remembers between runs. Every write is durable when it returns. */
export interface BaseStore {
  readonly tree: Tree
  /** ISO time of the last transfer of a path; '' when unknown. */
  changedAt(path: string): string
  /** Both sides hold this now (null: nothing). Called only after it was verified (S28). */
  agree(path: string, entry: Entry | null, at: Date): void
  readonly hints: HashHints & { flush(): void }
  /** Forgets a path as soon as both sides agree on it. */
  readonly sending: Sending
  /** Texts of the base, for merging. */
  content(sha256: string): Uint8Array | null
  keepContent(sha256: string, bytes: Uint8Array): void
  conflicts(): KeptConflict[]
  keepConflict(conflict: KeptConflict): void
  dropConflict(path: string): void
  log(line: LogLine): void
  /** The newest first. */
  recentLog(count: number): LogLine[]
  read<S extends z.ZodType>(name: string, schema: S): z.output<S> | null
  write(name: string, value: unknown): void
  /** Forces all writes to the disk; at the end of a cycle. */
  flush(): void
  /** Drops texts and hints that nothing refers to any more, and old log lines. Before the first use. */
  tidy(): void
  close(): void
}

const LOG_LINES = 5000
const baseRow = z.object({ path: z.string(), kind: z.string(), sha256: z.string(), size: z.number(), at: z.string() })
const conflictRow = z.object({
  path: z.string(),
  base: z.string(),
  local: z.string(),
  remote: z.string(),
  copy: z.string(),
  at: z.string(),
})
const logRow = z.object({
  at: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  path: z.string(),
  text: z.string(),
})

export function createBaseStore(database: DatabaseSync): BaseStore {
  const rows = z.array(baseRow).parse(database.prepare('select path, kind, sha256, size, at from base').all())
  const tree = new Map<string, Entry>(rows.map((row) => [row.path, toEntry(row)]))
  const times = new Map(rows.map((row) => [row.path, row.at]))
  const set = database.prepare('insert or replace into base (path, kind, sha256, size, at) values (?, ?, ?, ?, ?)')
  const remove = database.prepare('delete from base where path = ?')
  const sending = createSending(database)
  const addLine = database.prepare('insert into log (at, level, path, text) values (?, ?, ?, ?)')
  return {
    tree,
    changedAt: (path) => times.get(path) ?? '',
    agree(path, entry, at) {
      if (entry) {
        const file: FileEntry = entry.kind === 'file' ? entry : { kind: 'file', sha256: '', size: 0 }
        set.run(path, entry.kind, file.sha256, file.size, at.toISOString())
        tree.set(path, entry)
        times.set(path, at.toISOString())
      } else {
        remove.run(path)
        tree.delete(path)
        times.delete(path)
      }
      sending.forget(path)
    },
    hints: createHints(database),
    sending,
    content(sha256) {
      const row = database.prepare('select bytes from contents where sha256 = ?').get(sha256)
      return row?.bytes instanceof Uint8Array ? row.bytes : null
    },
    keepContent(sha256, bytes) {
      database.prepare('insert or ignore into contents (sha256, bytes) values (?, ?)').run(sha256, bytes)
    },
    conflicts: () => z.array(conflictRow).parse(database.prepare('select * from conflicts order by path').all()),
    keepConflict({ path, base, local, remote, copy, at }) {
      database
        .prepare('insert or replace into conflicts (path, base, local, remote, copy, at) values (?, ?, ?, ?, ?, ?)')
        .run(path, base, local, remote, copy, at)
    },
    dropConflict(path) {
      database.prepare('delete from conflicts where path = ?').run(path)
    },
    log({ at, level, path, text }) {
      addLine.run(at, level, path, text)
    },
    recentLog: (count) =>
      z
        .array(logRow)
        .parse(database.prepare('select at, level, path, text from log order by id desc limit ?').all(count)),
    read(name, schema) {
      const row = database.prepare('select value from state where name = ?').get(name)
      return typeof row?.value === 'string' ? (schema.safeParse(JSON.parse(row.value)).data ?? null) : null
    },
    write(name, value) {
      database.prepare('insert or replace into state (name, value) values (?, ?)').run(name, JSON.stringify(value))
    },
    flush: () => database.exec('pragma wal_checkpoint(passive)'),
    tidy() {
      database.exec('delete from hashes where path not in (select path from base)')
      database.exec(
        'delete from contents where sha256 not in (select sha256 from base union select base from conflicts union select sha256 from sending)',
      )
      database.prepare('delete from log where id <= (select max(id) from log) - ?').run(LOG_LINES)
    },
    close: () => database.close(),
  }
}

const toEntry = (row: z.output<typeof baseRow>): Entry =>
  row.kind === 'folder' ? FOLDER : { kind: 'file', sha256: row.sha256, size: row.size }
