import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { StorePath } from '#server/storage/path.ts'
import type { StoredEntry, TemplateStore } from '#server/storage/templateStore.ts'
import { type EntryRow, forgetOldest, innerPath, isSameFile, rowsAt, rowsBelow, writeRows } from './entries.ts'

type Db = Kysely<Database>

/** Paths that went are remembered, the latest of them, so many for each template. */
export const MAX_GONE_PATHS = 10_000

/** Whose change it is, and the version of the template that it makes. */
export interface Stamp {
  version: number
  changedBy: string
  machine: string
}

/** SHA-256 of a file: what is known already by path, all others are read. */
export type HashFile = (entry: StoredEntry) => Promise<string>

/**
 * Keeps what stands at these paths now, and below them, in the transaction of the change that made it so (`db`), under
 * the template's lock. A template whose entries nobody has asked for yet keeps none.
 */
export async function recordPaths(
  db: Db,
  store: TemplateStore,
  templateId: number,
  paths: readonly StorePath[],
  stamp: Stamp,
  known: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  if (paths.length === 0 || !(await isTracked(db, templateId))) return
  const hash: HashFile = async (entry) => known.get(innerPath(entry)) ?? store.sha256(entry.path)
  const rows: EntryRow[] = []
  for (const path of paths) {
    const entry = await store.stat(path)
    const there = !entry ? [] : entry.kind === 'file' ? [entry] : [entry, ...(await store.walk(entry.path))]
    const at = innerPath(entry ?? { path })
    const kept = await keptRows(db, templateId, at, entry)
    rows.push(...(await changedRows({ templateId, stamp, hash }, kept, there)))
    if (entry) rows.push(...(await newParents(db, store, templateId, entry.path, stamp)))
  }
  await saveRows(db, templateId, rows)
}

/** What is kept of a path and below it; nothing lies below a file that was one before. */
async function keptRows(db: Db, templateId: number, path: string, entry: StoredEntry | null): Promise<EntryRow[]> {
  const row = (await rowsAt(db, templateId, [path])).get(path)
  if (row?.kind === 'file') return [row]
  if (!row && entry?.kind === 'file') return []
  return rowsBelow(db, templateId, path)
}

/** Writes rows of one change; of a path that comes twice the last one. */
export async function saveRows(db: Db, templateId: number, rows: readonly EntryRow[]): Promise<void> {
  const last = new Map(rows.map((row) => [row.path, row]))
  await writeRows(db, [...last.values()])
  if (rows.some((row) => row.kind === 'gone')) await forgetOldest(db, templateId, MAX_GONE_PATHS)
}

/** Are the entries of this template kept? */
export async function isTracked(db: Db, templateId: number): Promise<boolean> {
  const row = await db.selectFrom('template').select('feedEpoch').where('id', '=', templateId).executeTakeFirst()
  return row !== undefined && row.feedEpoch !== ''
}

/** Rows that say something else than what is there. One whose content is the same keeps its version. */
export async function changedRows(
  { templateId, stamp, hash }: { templateId: number; stamp: Stamp; hash: HashFile },
  kept: readonly EntryRow[],
  there: readonly StoredEntry[],
): Promise<EntryRow[]> {
  const before = new Map(kept.map((row) => [row.path, row]))
  const rows: EntryRow[] = []
  const seen = new Set<string>()
  for (const entry of there) {
    const path = innerPath(entry)
    seen.add(path)
    const row = before.get(path)
    if (path === '' || isSameFile(row, entry) || (entry.kind === 'folder' && row?.kind === 'folder')) continue
    const sha256 = entry.kind === 'file' ? await hash(entry) : ''
    const next = rowOf(templateId, entry, sha256, stamp)
    const same = row?.kind === 'file' && row.sha256 === sha256
    rows.push(same ? { ...next, version: row.version, changedBy: row.changedBy, machine: row.machine } : next)
  }
  for (const row of kept) if (row.kind !== 'gone' && !seen.has(row.path)) rows.push(goneRow(row, stamp))
  return rows
}

export const rowOf = (templateId: number, entry: StoredEntry, sha256: string, stamp: Stamp): EntryRow => ({
  templateId,
  path: innerPath(entry),
  kind: entry.kind,
  size: entry.size,
  mtimeNs: entry.mtimeNs,
  ino: entry.ino,
  sha256,
  time: Math.floor(entry.mtimeMs),
  ...stamp,
})

export const goneRow = (row: EntryRow, stamp: Stamp): EntryRow => ({
  ...row,
  kind: 'gone',
  size: 0,
  sha256: '',
  ...stamp,
})

/** Folders above a path that were made with it. */
async function newParents(
  db: Db,
  store: TemplateStore,
  templateId: number,
  path: StorePath,
  stamp: Stamp,
): Promise<EntryRow[]> {
  const parents = path.slice(1, -1).map((_, at) => path.slice(0, at + 2))
  const kept = await rowsAt(
    db,
    templateId,
    parents.map((parent) => innerPath({ path: parent })),
  )
  const rows: EntryRow[] = []
  for (const parent of parents) {
    if (kept.get(innerPath({ path: parent }))?.kind === 'folder') continue
    const entry = await store.stat(parent)
    if (entry) rows.push(rowOf(templateId, entry, '', stamp))
  }
  return rows
}
