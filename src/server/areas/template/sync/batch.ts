import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { mapParallel } from '#server/parallel.ts'
import { wireCode } from '#shared/errors/envelope.ts'
import { AppError } from '#shared/errors/index.ts'
import type { BatchOutcome } from '#shared/contract/templateSync.ts'
import type { StoreBatch, StoredEntry, TemplateStore } from '#server/storage/templateStore.ts'
import { type EntryRow, innerPath, isTracked, isSameFile, saveRows, rowOf, rowsAt, type Stamp } from '../feed/index.ts'
import { type Former, storeFormer, recordRevisions } from '../revision/index.ts'

type Db = Kysely<Database>

/** Files of a batch that are worked on at the same time. */
const PARALLEL = 4

/** A batch under its template's lock. */
export interface Batch {
  db: Db
  templateId: number
  folder: string
  store: TemplateStore
  files: StoreBatch
  stamp: Stamp
  /** What was kept of the paths of the call. */
  kept: ReadonlyMap<string, EntryRow>
  /** Rows to be kept at its end. */
  rows: EntryRow[]
  /** Files that are replaced or removed, and those that are written: the versions of its end. */
  former: Former[]
  written: { entry: StoredEntry; sha256: string }[]
  removed: string[]
  /** ms since 1970. */
  at: number
}

export async function openTemplateBatch(
  of: Pick<Batch, 'db' | 'templateId' | 'folder' | 'store' | 'stamp' | 'at'>,
  paths: readonly string[],
): Promise<Batch> {
  return {
    ...of,
    files: of.store.openBatch(),
    kept: await rowsAt(of.db, of.templateId, paths),
    rows: [],
    former: [],
    written: [],
    removed: [],
  }
}

/** Keeps the bytes of a file that the batch is about to replace or remove; `current` is its hash. */
export async function recordFormer(batch: Batch, there: StoredEntry | null, current: string): Promise<void> {
  if (there?.kind !== 'file') return
  batch.former.push(await storeFormer(batch.store, there, batch.kept.get(innerPath(there)), current))
}

/** Writes the versions and the rows, also of folders that were made on the way, when the template's entries are kept at all. */
export async function closeBatch(batch: Batch): Promise<void> {
  const { db, templateId, folder, files, stamp, rows, former, written, removed, at } = batch
  const tracked = await isTracked(db, templateId)
  await files.sync(tracked)
  const author = { by: stamp.changedBy, machine: stamp.machine, at, kind: 'sync' } as const
  await recordRevisions(db, templateId, { former, written, removed, renamed: [] }, author)
  if (rows.length === 0 || !tracked) return
  const parents = [...new Set(rows.filter(({ kind }) => kind !== 'gone').flatMap(({ path }) => parentsOf(path)))]
  const kept = await rowsAt(db, templateId, parents)
  for (const path of parents.filter((each) => kept.get(each)?.kind !== 'folder')) {
    const entry = await files.stat([folder, ...path.split('/')])
    if (entry) rows.push(rowOf(templateId, entry, '', stamp))
  }
  await saveRows(db, templateId, rows)
}

function parentsOf(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_name, at) => names.slice(0, at + 1).join('/'))
}

/** What stands there, as facts of kind `content` say it. */
export async function currentOf(batch: Batch, there: StoredEntry | null): Promise<string> {
  if (!there) return 'none'
  if (there.kind === 'folder') return 'folder'
  const row = batch.kept.get(innerPath(there))
  return row && isSameFile(row, there) ? row.sha256 : batch.store.sha256(there.path)
}

/** Does the work for each, some at a time; what is wrong with one path is said of that path alone. */
export function eachPath<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<BatchOutcome>,
): Promise<BatchOutcome[]> {
  return mapParallel(items, PARALLEL, (item, index) => work(item, index).catch(errorOutcome))
}

export function errorOutcome(error: unknown): BatchOutcome {
  if (!(error instanceof AppError) || error.code === 'internal') throw error
  return { is: 'error', code: wireCode(error.code), msg: error.message }
}
