import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { formatOf, returnDataFormat } from '../dataFormat.ts'
import { syncFolder } from '../files/durable.ts'

/** How a version left its data, as the next one found it. */
export interface FormerData {
  /** Of the program's own files. */
  format: number
  /** Copies of the built-in server's database that were there already. */
  copies: readonly string[]
}

/** Where the built-in server keeps its database and, before it changes that, copies of it (server/db/migration/copyBefore.ts). */
const serverOf = (dataDir: string) => {
  const server = join(dataDir, 'server')
  return { server, copies: join(server, 'before-upgrade') }
}
const DATABASE = 'sitecraft.db'
const COPY = /^sitecraft-\d+-.+\.db$/
/** What the version that did not start made of the database; one of them is kept, in case somebody asks for it. */
const UNDONE = 'undone.db'
/** SQLite's own files beside a database. */
const BESIDE = ['', '-wal', '-shm']

/** How the data lie now. */
export const formerData = (dataDir: string): FormerData => ({ format: formatOf(dataDir), copies: copiesIn(dataDir) })

function copiesIn(dataDir: string): string[] {
  try {
    return readdirSync(serverOf(dataDir).copies)
      .filter((name) => COPY.test(name))
      .toSorted()
  } catch {
    return []
  }
}

/**
 * Puts back the copies that were made since, so that the former version finds its data as it left them. Can be begun again
 * after it was killed. Nothing else may use the folder meanwhile.
 */
export async function returnData(dataDir: string, former: { version: string; data: FormerData }): Promise<void> {
  await returnDataFormat(dataDir, { format: former.data.format, version: former.version })
  const [copy] = copiesIn(dataDir).filter((name) => !former.data.copies.includes(name))
  if (copy === undefined) return
  const { server, copies } = serverOf(dataDir)
  if (existsSync(join(server, DATABASE)))
    await Promise.all(BESIDE.map((suffix) => rm(join(copies, UNDONE + suffix), { force: true })))
  await mkdir(copies, { recursive: true })
  // The database last: while it is there, what lies beside it belongs to it.
  for (const suffix of BESIDE.toReversed())
    await moveIfThere(join(server, DATABASE + suffix), join(copies, UNDONE + suffix))
  await syncFolder(copies)
  // The copy goes with it: one that stayed would count as that of the next upgrade.
  await rename(join(copies, copy), join(server, DATABASE))
  await syncFolder(server)
}

const moveIfThere = async (from: string, to: string): Promise<void> => {
  if (existsSync(from)) await rename(from, to)
}
