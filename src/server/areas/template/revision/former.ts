import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { StoredEntry, TemplateStore } from '#server/storage/templateStore.ts'
import { type EntryRow, innerPath, isSameFile, rowsAt } from '../feed/index.ts'

type Db = Kysely<Database>

/** Larger contents are not kept: their versions are told, and can't be put back. */
export const MAX_REVISION_BYTES = 20 * 1024 * 1024
/** Files that are kept at the same time. */
const PARALLEL = 4

/** A file that a change replaces or removes. */
export interface Former {
  path: string
  size: number
  mtimeNs: string
  /** ms since 1970. */
  writtenAt: number
  /** '': its bytes are not kept. */
  sha256: string
  /** Who wrote it, where that is known; else ''. */
  by: string
  machine: string
}

/** Keeps the bytes of a file before it goes. `row`: what the feed knows of it. */
export async function storeFormer(
  store: TemplateStore,
  entry: StoredEntry,
  row: EntryRow | undefined,
  known?: string,
): Promise<Former> {
  const { size, mtimeNs, mtimeMs } = entry
  const same = isSameFile(row, entry) ? row : undefined
  const isSmall = size <= MAX_REVISION_BYTES
  const sha256 = isSmall ? (known ?? same?.sha256 ?? (await store.sha256(entry.path))) : ''
  if (isSmall) await store.kept.keepGoing(entry, sha256)
  const { changedBy = '', machine = '' } = same ?? {}
  return { path: innerPath(entry), size, mtimeNs, writtenAt: Math.floor(mtimeMs), sha256, by: changedBy, machine }
}

/** The same of many files. */
export async function storeFormers(
  db: Db,
  store: TemplateStore,
  templateId: number,
  entries: readonly StoredEntry[],
): Promise<Former[]> {
  const rows = await rowsAt(db, templateId, entries.map(innerPath))
  const kept: Former[] = []
  const left = entries.values()
  await Promise.all(
    Array.from({ length: Math.min(PARALLEL, entries.length) }, async () => {
      for (const entry of left) kept.push(await storeFormer(store, entry, rows.get(innerPath(entry))))
    }),
  )
  return kept
}
