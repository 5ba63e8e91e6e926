import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { currentDb } from '../db/ambientDatabase.ts'
import type { ServerDeps } from '../deps.ts'
import { EXPIRING_FILES } from './keyPrefixes.ts'
import { discardTemp, removeOlder } from './leftovers.ts'
import { syncFile } from './local/durable.ts'
import { storesOf } from './stores.ts'
import type { ByteRange } from './blobStore.ts'

/** A kind of temporary file: the name of its folder. */
export type ExpiringKind = 'previews' | 'sheets'

const folderOf = (deps: ServerDeps, kind: ExpiringKind): string => join(deps.dataDir, kind)
const keyOf = (kind: ExpiringKind, name: string): string => `${EXPIRING_FILES}${kind}/${name}`

/** Path of the file while it is written. */
export async function expiringTempPath(deps: ServerDeps, kind: ExpiringKind, name: string): Promise<string> {
  await mkdir(folderOf(deps, kind), { recursive: true })
  return join(folderOf(deps, kind), `${name}.part`)
}

/** Stores the written file until `ends`, so that every process can serve it. */
export async function storeExpiringFile(
  deps: ServerDeps,
  kind: ExpiringKind,
  name: string,
  temp: string,
  ends: Date,
): Promise<void> {
  const { blobs } = await storesOf(deps)
  await syncFile(temp)
  const { size } = await stat(temp)
  await blobs.store({ file: temp, size }, keyOf(kind, name))
  await currentDb(deps.db)
    .insertInto('kept_file')
    .values({ fileKey: keyOf(kind, name), size, endTime: ends.getTime() })
    .execute()
  await discardTemp(temp)
}

export interface ExpiringFile {
  size: number
  open(range?: ByteRange): Promise<Readable>
}

/** Finds a file; null: unknown or expired. */
export async function findExpiringFile(
  deps: ServerDeps,
  kind: ExpiringKind,
  name: string,
): Promise<ExpiringFile | null> {
  const { blobs } = await storesOf(deps)
  const now = deps.clock.now().getTime()
  const key = keyOf(kind, name)
  const rows = currentDb(deps.db)
    .selectFrom('kept_file')
    .select('size')
    .where('fileKey', '=', key)
    .where('endTime', '>=', now)
  const row = await rows.executeTakeFirst()
  return row ? { size: row.size, open: (range) => blobs.stream(key, range) } : null
}

/**
 * Removes expired files, and partial files of killed processes.
 * @param keptMs lifetime of such files, ms
 */
export async function pruneExpired(deps: ServerDeps, kind: ExpiringKind, keptMs: number): Promise<void> {
  const { blobs } = await storesOf(deps)
  const now = deps.clock.now().getTime()
  const rows = currentDb(deps.db).selectFrom('kept_file').select('fileKey').where('endTime', '<', now)
  for (const { fileKey } of await rows.where('fileKey', 'like', `${dirname(keyOf(kind, 'x'))}/%`).execute()) {
    await blobs.remove(fileKey)
    await currentDb(deps.db).deleteFrom('kept_file').where('fileKey', '=', fileKey).execute()
  }
  // `keptMs` is added because a file that is just being written has the mtime of its last write.
  await removeOlder(folderOf(deps, kind), now - keptMs)
}
