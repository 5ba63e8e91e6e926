import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { moveFlushed } from '../moveFlushed.ts'

/**
 * The build creates this file from the migrations (scripts/emptyDatabase.ts); a server that runs from sources has none.
 */
const PREPARED = path.join(import.meta.dirname, '../empty.db')

/**
 * Creates a new embedded database as a copy of the prepared one, because running all migrations would double the time
 * of the first start. Without a readable prepared file the migrations create the tables. An existing database is not
 * touched. The caller has locked the data folder.
 */
export async function createFromPrepared(file: string, prepared = PREPARED): Promise<void> {
  if (existsSync(file)) return
  const bytes = await readFile(prepared).catch(() => null)
  if (!bytes) return
  const part = `${file}.new`
  try {
    await writeFile(part, bytes, { mode: 0o600 })
    await moveFlushed(part, file)
  } catch {
    await rm(part, { force: true }).catch(() => undefined)
  }
}
