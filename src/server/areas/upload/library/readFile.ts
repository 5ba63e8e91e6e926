import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { findByAccessPath, FILES_PREFIX, isTemporary } from '../attachment/attachments.ts'

/** A file of the library that can be read. */
export interface LibraryFile {
  name: string
  size: number
  read: () => Promise<Buffer>
}

/** Finds a file of the library by its address; null if it does not exist. */
export async function findLibraryFile(
  deps: ServerDeps,
  db: Kysely<Database>,
  accessPath: string,
): Promise<LibraryFile | null> {
  const row = await findByAccessPath(db, accessPath)
  if (!row || row.isPrivate === 1 || isTemporary(row.dir)) return null
  const key = row.blobKey || row.accessPath.slice(FILES_PREFIX.length)
  const read = async () => buffer(await (await storesOf(deps)).blobs.stream(key))
  return { name: row.oldName, size: row.size, read }
}
