import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { moveFlushed } from '../moveFlushed.ts'

/** Made by the build from the migrations (scripts/emptyDatabase.ts); a server that runs from its sources has none. */
const PREPARED = path.join(import.meta.dirname, '../empty.db')

/**
 * Begins a new embedded database with the prepared one: all migrations one after the other take as long as the rest of a
 * first start. Where there is none, or it can't be read, the migrations do it. Leaves a database that is there alone; the
 * caller holds the data folder.
 */
export async function beginWithEmpty(file: string, prepared = PREPARED): Promise<void> {
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
