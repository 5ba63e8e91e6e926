import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { SyncTrees } from '../core/syncTrees.ts'
import { FOLDER, type Entry, type FileEntry } from '../core/tree.ts'
import { createSyncLog, type SyncLog } from './log.ts'
import { createRestorePoints, type RestorePoints } from './restorePoints.ts'

/**
 * An unresolved conflict. `copy` is the file name of the server's version beside the local file; '' when it could not
 * be written.
 */
interface StoredConflict {
  path: string
  base: string
  local: string
  remote: string
  copy: string
  at: string
}

/**
 * What one workspace remembers between runs. A write survives a killed process once it has returned, or once its batch
 * has.
 */
export interface BaseStore {
  /** The base and the last scan of the local files, shared by the whole engine. */
  readonly trees: SyncTrees
  /** Runs several writes as one transaction. */
  batch<T>(work: () => T): T
  /** Path → ISO time of its last transfer. */
  transferTimes(): ReadonlyMap<string, string>
  /** Records that both sides now hold this entry (null: nothing). Call it only after verification (S28). */
  recordAgreed(path: string, entry: Entry | null, at: Date): void
  /** Stores the stamps of local files; if they are lost, the files are hashed again. */
  saveStamps(paths: readonly string[]): void
  /** Files that were written but may not have reached the disk yet (diskFlusher.ts), at most `limit`. */
  listUnsynced(limit?: number): string[]
  addUnsynced(path: string): void
  removeUnsynced(paths: readonly string[]): void
  /** A path is removed as soon as both sides agree on it. */
  readonly pendingUploads: PendingUploads
  readonly restorePoints: RestorePoints
  /** Texts of the base, for merging. */
  readText(sha256: string): Uint8Array | null
  storeText(sha256: string, bytes: Uint8Array): void
  conflicts(): StoredConflict[]
  keepConflict(conflict: StoredConflict): void
  dropConflict(path: string): void
  readonly log: SyncLog
  read<S extends z.ZodType>(name: string, schema: S): z.output<S> | null
  write(name: string, value: unknown): void
  /** Forces all writes to the disk; called at the end of a cycle. */
  flush(): void
  /** Deletes unreferenced texts and old log lines. Call it before the first use. */
  deleteUnreferenced(): void
  close(): void
}

const baseRow = z.object({ path: z.string(), kind: z.string(), sha256: z.string(), size: z.number() })
const fileRow = z.object({ path: z.string(), sha256: z.string(), size: z.number(), stamp: z.string() })
const timeRow = z.object({ path: z.string(), at: z.string() })
const pathRow = z.object({ path: z.string() })
const conflictRow = z.object({
  path: z.string(),
  base: z.string(),
  local: z.string(),
  remote: z.string(),
  copy: z.string(),
  at: z.string(),
})

function fillTrees(database: DatabaseSync, trees: SyncTrees): void {
  for (const row of database.prepare('select path, kind, sha256, size from base').iterate()) {
    const { path, ...entry } = baseRow.parse(row)
    trees.set('base', path, toEntry(entry))
  }
  for (const row of database.prepare('select path, sha256, size, stamp from files').iterate()) {
    const { path, sha256, size, stamp } = fileRow.parse(row)
    trees.set('local', path, { kind: 'file', sha256, size }, stamp)
  }
}

function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  if (database.isTransaction) return work()
  database.exec('begin')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    // SQLite has already rolled back when the disk is full.
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

function createConflicts(database: DatabaseSync): Pick<BaseStore, 'conflicts' | 'keepConflict' | 'dropConflict'> {
  return {
    conflicts: () => z.array(conflictRow).parse(database.prepare('select * from conflicts order by path').all()),
    keepConflict({ path, base, local, remote, copy, at }) {
      database
        .prepare('insert or replace into conflicts (path, base, local, remote, copy, at) values (?, ?, ?, ?, ?, ?)')
        .run(path, base, local, remote, copy, at)
    },
    dropConflict(path) {
      database.prepare('delete from conflicts where path = ?').run(path)
    },
  }
}

/** Fills the trees from the database, and updates the stored base together with them. */
export function createBaseStore(database: DatabaseSync, trees: SyncTrees): BaseStore {
  fillTrees(database, trees)
  const setFile = database.prepare('insert or replace into files (path, sha256, size, stamp) values (?, ?, ?, ?)')
  const removeFile = database.prepare('delete from files where path = ?')
  const insertText = database.prepare('insert or ignore into texts (sha256, bytes) values (?, ?)')
  const insertUnsynced = database.prepare('insert or ignore into unsynced (path) values (?)')
  const deleteUnsynced = database.prepare('delete from unsynced where path = ?')
  const upsertBase = database.prepare(
    'insert or replace into base (path, kind, sha256, size, at) values (?, ?, ?, ?, ?)',
  )
  const remove = database.prepare('delete from base where path = ?')
  const sending = createPendingUploads(database)
  const log = createSyncLog(database)
  const batch = <T>(work: () => T): T => inTransaction(database, work)
  return {
    trees,
    batch,
    transferTimes() {
      const rows = z.array(timeRow).parse(database.prepare('select path, at from base').all())
      return new Map(rows.map(({ path, at }) => [path, at]))
    },
    recordAgreed(path, entry, at) {
      if (entry) {
        const file: FileEntry = entry.kind === 'file' ? entry : { kind: 'file', sha256: '', size: 0 }
        upsertBase.run(path, entry.kind, file.sha256, file.size, at.toISOString())
      } else remove.run(path)
      sending.remove(path)
      trees.set('base', path, entry)
    },
    saveStamps(paths) {
      if (paths.length === 0) return
      batch(() => {
        for (const path of paths) {
          const entry = trees.get('local', path)
          if (entry?.kind === 'file') setFile.run(path, entry.sha256, entry.size, trees.stamp(path))
          else removeFile.run(path)
        }
      })
    },
    listUnsynced: (limit = -1) =>
      z
        .array(pathRow)
        .parse(database.prepare('select path from unsynced limit ?').all(limit))
        .map(({ path }) => path),
    addUnsynced: (path) => void insertUnsynced.run(path),
    removeUnsynced(paths) {
      batch(() => {
        for (const path of paths) deleteUnsynced.run(path)
      })
    },
    pendingUploads: sending,
    restorePoints: createRestorePoints(database),
    readText(sha256) {
      const row = database.prepare('select bytes from texts where sha256 = ?').get(sha256)
      return row?.bytes instanceof Uint8Array ? row.bytes : null
    },
    storeText(sha256, bytes) {
      insertText.run(sha256, bytes)
    },
    ...createConflicts(database),
    log,
    read(name, schema) {
      const row = database.prepare('select value from state where name = ?').get(name)
      return typeof row?.value === 'string' ? (schema.safeParse(JSON.parse(row.value)).data ?? null) : null
    },
    write(name, value) {
      database.prepare('insert or replace into state (name, value) values (?, ?)').run(name, JSON.stringify(value))
    },
    flush: () => database.exec('pragma wal_checkpoint(passive)'),
    deleteUnreferenced() {
      database.exec(
        'delete from texts where sha256 not in (select sha256 from base union select base from conflicts union select sha256 from sending union select before from moment_files)',
      )
      log.deleteOldest()
    },
    close: () => database.close(),
  }
}

const toEntry = (row: Omit<z.output<typeof baseRow>, 'path'>): Entry =>
  row.kind === 'folder' ? FOLDER : { kind: 'file', sha256: row.sha256, size: row.size }

/** Uploads whose outcome is unknown after a lost response or a killed process: the server may have stored them. */
interface PendingUploads {
  /** Path → contents that were being sent there. */
  all(): ReadonlyMap<string, readonly FileEntry[]>
  /** Call it before the first byte is sent; the text must already be stored, so that a merge is possible. */
  add(path: string, entry: FileEntry): void
  remove(path: string): void
}

const row = z.object({ path: z.string(), sha256: z.string(), size: z.number() })

function createPendingUploads(database: DatabaseSync): PendingUploads {
  const known = new Map<string, FileEntry[]>()
  for (const { path, sha256, size } of z.array(row).parse(database.prepare('select * from sending').all()))
    known.set(path, [...(known.get(path) ?? []), { kind: 'file', sha256, size }])
  const insert = database.prepare('insert or ignore into sending (path, sha256, size) values (?, ?, ?)')
  const remove = database.prepare('delete from sending where path = ?')
  return {
    all: () => known,
    add(path, entry) {
      const entries = known.get(path) ?? []
      if (entries.some(({ sha256 }) => sha256 === entry.sha256)) return
      insert.run(path, entry.sha256, entry.size)
      known.set(path, [...entries, entry])
    },
    remove(path) {
      if (!known.has(path)) return
      remove.run(path)
      known.delete(path)
    },
  }
}
