import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Kysely } from 'kysely'
import { postgres, sqlite } from './dialect.ts'
import { migrate } from './migrate.ts'
import type { Database } from './schema.ts'

export interface ConnectOptions {
  dataDir: string
  /** `postgres://…`; absent: the embedded database in the data folder. */
  databaseUrl?: string | undefined
  onIdleError?: (error: Error) => void
}

export const embeddedFile = (dataDir: string): string => path.join(dataDir, 'sitecraft.db')

/** Opens the database and brings its tables up to date. The caller ends it with `destroy()`. */
export async function connect({ dataDir, databaseUrl, onIdleError }: ConnectOptions): Promise<Kysely<Database>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const dialect = databaseUrl ? postgres(databaseUrl, onIdleError ?? (() => undefined)) : sqlite(embeddedFile(dataDir))
  const db = new Kysely<Database>({ dialect })
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}
