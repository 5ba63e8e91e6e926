import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { TestServer } from './server.ts'

/** What calls leave behind without changing anything: their own lines and sessions. */
export const TRACES: ReadonlySet<string> = new Set([
  'operation_log',
  'operation_log_mark',
  'session',
  'login_token',
  'captcha',
  'login_attempt',
])
/** Written with the log's first sealed lines, whatever the call. */
const isTrace = (table: string, row: object): boolean =>
  table === 'setting' && 'name' in row && row.name === 'operationLog.anchor'
/** The embedded database's own search tables are derived from the others. */
const DERIVED = /^(sqlite_|content_(words|initials)_)/

/** Every row of the database and every stored file of a server, by table and path, to see that nothing has changed. */
export async function snapshot(server: TestServer): Promise<Record<string, string>> {
  const files = await filesIn(join(server.deps.dataDir, 'uploads'))
  return { ...(await databaseOf(server)), ...Object.fromEntries(files) }
}

/** The database alone, which takes much less time. */
export async function databaseOf(
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
 * Waits for the jobs that earlier calls began: what they still write is no change by a later call.
 * @param wait the timeout in ms, where they take longer than other things
 */
export async function jobsEnded({ deps }: TestServer, wait: { timeout?: number } = {}): Promise<void> {
  await vi.waitFor(async () => {
    const open = await deps.db
      .selectFrom('job')
      .select(['kind', 'state'])
      .where('state', 'in', ['queued', 'running'])
      .execute()
    if (open.length > 0) throw new Error(`jobs are still under way: ${JSON.stringify(open)}`)
  }, wait)
}

/** Looking for them takes longer than reading them. */
const known = new WeakMap<object, readonly string[]>()
/** All but the traces and what is derived. */
export async function tablesOf(db: TestServer['deps']['db']): Promise<readonly string[]> {
  const all = known.get(db) ?? (await db.introspection.getTables()).map(({ name }) => name)
  known.set(db, all)
  return all.filter((name) => !TRACES.has(name) && !DERIVED.test(name))
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Those that are on their way count too: a refused call leaves none. */
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
