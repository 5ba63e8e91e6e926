import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readFormat, revertDataFormat } from '../dataFolder/dataFormat.ts'
import { syncFolder } from '../files/durable.ts'

/** The state of a version's data before the next version started. */
export interface FormerData {
  /** Format of the program's own files. */
  format: number
  /** Copies of the built-in server's database that already existed. */
  copies: readonly string[]
}

/**
 * Folders of the built-in server's database and of the copies that it makes before changing it
 * (server/db/migration/copyBeforeUpgrade.ts).
 */
const serverPaths = (dataDir: string) => {
  const server = join(dataDir, 'server')
  return { server, copies: join(server, 'before-upgrade') }
}
const DATABASE = 'sitecraft.db'
const COPY = /^sitecraft-\d+-.+\.db$/
/** The database of the version that failed to start; one is kept for analysis. */
const FAILED_DATABASE = 'undone.db'
/** Suffixes of a SQLite database's files. */
const DATABASE_SUFFIXES = ['', '-wal', '-shm']

/** The current state of the data. */
export const describeData = (dataDir: string): FormerData => ({
  format: readFormat(dataDir),
  copies: listCopies(dataDir),
})

function listCopies(dataDir: string): string[] {
  try {
    return readdirSync(serverPaths(dataDir).copies)
      .filter((name) => COPY.test(name))
      .toSorted()
  } catch {
    return []
  }
}

/**
 * Restores the copies that were made since, so that the former version finds its data unchanged. Can be repeated after
 * an interruption. Nothing else may use the folder meanwhile.
 */
export async function revertData(dataDir: string, former: { version: string; data: FormerData }): Promise<void> {
  await revertDataFormat(dataDir, { format: former.data.format, version: former.version })
  const [copy] = listCopies(dataDir).filter((name) => !former.data.copies.includes(name))
  if (copy === undefined) return
  const { server, copies } = serverPaths(dataDir)
  if (existsSync(join(server, DATABASE)))
    await Promise.all(DATABASE_SUFFIXES.map((suffix) => rm(join(copies, FAILED_DATABASE + suffix), { force: true })))
  await mkdir(copies, { recursive: true })
  // The database is moved last: as long as it exists, its side files belong to it.
  for (const suffix of DATABASE_SUFFIXES.toReversed())
    await moveIfThere(join(server, DATABASE + suffix), join(copies, FAILED_DATABASE + suffix))
  await syncFolder(copies)
  // The copy is moved, not copied: a remaining copy would be used by the next upgrade.
  await rename(join(copies, copy), join(server, DATABASE))
  await syncFolder(server)
}

const moveIfThere = async (from: string, to: string): Promise<void> => {
  if (existsSync(from)) await rename(from, to)
}
