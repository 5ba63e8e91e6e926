import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { hashTables, tablesOf } from '../harness/snapshot.ts'
import type { TestServer } from '../harness/server.ts'

/** What a server keeps: its rows by table, and its files by path. */
export interface Kept {
  tables: Record<string, string>
  files: ReadonlyMap<string, string>
}

export async function readKept(server: TestServer): Promise<Kept> {
  return { tables: await hashTables(server), files: await filesOf(server.deps.dataDir) }
}

/** The database itself, what the process writes for itself, and what goes by itself after a time. */
const PASSING = /^(sitecraft\.db|.*\.log$|logs?\/|code-cache\/|cache\/|sheets\/|previews\/|[^/]+\/tmp\/)/
/** Bytes by their hash, which the sweep removes as long as no row names them, and the rows that come before them. */
const SWEPT = /^(uploads\/|stored_content$)/

const hashes = new Map<string, string>()

async function filesOf(dataDir: string): Promise<Map<string, string>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const found = new Map<string, string>()
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    const path = relative(dataDir, file)
    if (PASSING.test(entry.isDirectory() ? `${path}/` : path)) continue
    if (entry.isDirectory()) continue
    const { ino, mtimeNs, size } = await stat(file, { bigint: true })
    const key = `${ino} ${mtimeNs} ${size}`
    const hash =
      hashes.get(key) ??
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex')
    hashes.set(key, hash)
    found.set(path, hash)
  }
  return found
}

/** Tables that a whole call changes, of those that the next one changes too. */
export const tablesIn = (changes: readonly string[]): string[] =>
  changes.filter((name) => !name.includes('/') && !ONCE.test(name))

/** What is no longer as it was, but for bytes that the sweep removes; [] for nothing. */
export function changesSince(before: Kept, now: Kept): string[] {
  const tables = Object.keys(now.tables).filter((name) => before.tables[name] !== now.tables[name] && !SWEPT.test(name))
  const paths = new Set([...before.files.keys(), ...now.files.keys()])
  const files = [...paths].filter((path) => {
    if (SWEPT.test(path) && !before.files.has(path)) return false
    return before.files.get(path) !== now.files.get(path)
  })
  return [...tables, ...files]
}

/** What a server has once, or an account: the first call makes it, and the next ones change it. */
const ONCE = /^(setting|notice_wish|second_factor|job|stored_content)$/
const LOG = 'operation_log'

/** Rows of each table, and the lines of the log that say that something was done. */
export async function rowCounts({ deps: { db } }: TestServer): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of [...(await tablesOf(db)), LOG]) {
    if (ONCE.test(name)) continue
    const succeeded = name === LOG ? sql` where code = 200` : sql``
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)}${succeeded}`.execute(db)
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}

/** Rows that came to each table, less those that went. */
export async function addedSince(server: TestServer, before: Record<string, number>): Promise<Record<string, number>> {
  const now = Object.entries(await rowCounts(server))
  return Object.fromEntries(
    now.flatMap(([name, count]) => (count === before[name] ? [] : [[name, count - (before[name] ?? 0)]])),
  )
}
