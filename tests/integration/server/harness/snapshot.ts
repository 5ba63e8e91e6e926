import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { TestServer } from './server.ts'

/** Tables that calls write to without changing data: logs, sessions and attempts to sign in. */
export const TRACES: ReadonlySet<string> = new Set([
  'operation_log',
  'operation_log_mark',
  'session',
  'login_token',
  'captcha',
  'login_attempt',
])
/** The anchor of the operation log is written with its first sealed lines, whatever the call. */
const isTrace = (table: string, row: object): boolean =>
  table === 'setting' && 'name' in row && row.name === 'operationLog.anchor'
/** The embedded database's own search tables are derived from the others. */
const DERIVED = /^(sqlite_|content_(words|initials)_)/

/** Digests of all tables and facts of all stored files, to check that nothing has changed. */
export async function snapshot(server: TestServer): Promise<Record<string, string>> {
  const files = await filesIn(join(server.deps.dataDir, 'uploads'))
  return { ...(await hashTables(server)), ...Object.fromEntries(files) }
}

/** A digest of each table. Much faster than `snapshot`, which also reads the files. */
export async function hashTables(
  server: TestServer,
  isWanted?: (table: string) => boolean,
): Promise<Record<string, string>> {
  const tables = await rowsOf(server, isWanted)
  return Object.fromEntries(tables.map(([name, rows]) => [name, digest(rows.toSorted().join('\n'))]))
}

/** Every row of the database as JSON, by table. */
export async function rowsOf(
  { deps }: TestServer,
  isWanted: (table: string) => boolean = () => true,
): Promise<[table: string, rows: string[]][]> {
  const names = (await tablesOf(deps.db)).filter(isWanted)
  return Promise.all(
    names.map(async (name): Promise<[string, string[]]> => {
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(deps.db)
      return [name, rows.filter((row) => !isTrace(name, row)).map((row) => JSON.stringify(row))]
    }),
  )
}

/**
 * Waits until all jobs of earlier calls have ended, so that their writes are not taken for changes of a later call.
 * @param wait timeout in ms, for jobs that take longer than usual
 */
export async function waitForJobs({ deps }: TestServer, wait: { timeout?: number } = {}): Promise<void> {
  await vi.waitFor(async () => {
    const open = await deps.db
      .selectFrom('job')
      .select(['kind', 'state'])
      .where('state', 'in', ['queued', 'running'])
      .execute()
    if (open.length > 0) throw new Error(`jobs are still running: ${JSON.stringify(open)}`)
  }, wait)
}

/** Table names by database; introspection is slower than reading the tables. */
const tableNames = new WeakMap<object, readonly string[]>()
/** All tables except TRACES and derived ones. */
export async function tablesOf(db: TestServer['deps']['db']): Promise<readonly string[]> {
  const all = tableNames.get(db) ?? (await db.introspection.getTables()).map(({ name }) => name)
  tableNames.set(db, all)
  return all.filter((name) => !TRACES.has(name) && !DERIVED.test(name))
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Includes unfinished uploads: a refused call leaves none. */
async function filesIn(dir: string): Promise<[string, string][]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    files.map(async (file): Promise<[string, string]> => {
      const { size, mtimeNs, ino } = await stat(file, { bigint: true })
      return [file, `${size} ${mtimeNs} ${ino}`]
    }),
  )
}
