import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import { type Entry, FOLDER, type Tree } from './compare.ts'

type Db = Kysely<Database>
export type RestorePointRow = RowOf<'template_moment'>
/** Rows per statement; both databases limit the number of parameters. */
const MAX_INSERT_ROWS = 128

export interface NewRestorePoint {
  templateId: number
  kind: RestorePointRow['kind']
  at: Date
  by: string
  /** The saved state. */
  tree: Tree
  /** Changes made after the state, by path; null: removed. */
  written: ReadonlyMap<string, Entry | null>
}

export async function insertRestorePoint(db: Db, moment: NewRestorePoint): Promise<number> {
  const { templateId, kind, at, by, tree, written } = moment
  const files = [...tree.values()].filter((entry) => entry.kind === 'file').length
  const changed = written.size
  const { id } = await db
    .insertInto('template_moment')
    .values({ templateId, kind, createTime: at.getTime(), createdBy: by, files, changed })
    .returning('id')
    .executeTakeFirstOrThrow()
  const addedPaths = [...written.keys()].filter((path) => !tree.has(path))
  const rows = [
    ...[...tree].map(([path, entry]) => ({ path, ...entry })),
    ...addedPaths.map((path) => ({ path, kind: 'none' as const, size: 0, sha256: '' })),
  ]
  await insertFiles(
    db,
    rows.map((row) => ({ momentId: id, ...row, after: toAfterColumn(written, row.path) })),
  )
  return id
}

function toAfterColumn(written: ReadonlyMap<string, Entry | null>, path: string): string | null {
  const entry = written.get(path)
  if (entry === undefined) return null
  return toAfterText(entry)
}

/** The value of the column `after`. */
export const toAfterText = (entry: Entry | null): string =>
  !entry ? 'none' : entry.kind === 'folder' ? 'folder' : entry.sha256

interface FileRow {
  momentId: number
  path: string
  kind: 'file' | 'folder' | 'none'
  size: number
  sha256: string
  after: string | null
}

async function insertFiles(db: Db, rows: readonly FileRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += MAX_INSERT_ROWS)
    await db
      .insertInto('template_moment_file')
      .values(rows.slice(at, at + MAX_INSERT_ROWS))
      .execute()
}

/** Reads a saved state and the changes made after it, by path. */
export async function readRestorePointFiles(
  db: Db,
  id: number,
): Promise<{ tree: Tree; after: ReadonlyMap<string, string> }> {
  const rows = await db
    .selectFrom('template_moment_file')
    .select(['path', 'kind', 'size', 'sha256', 'after'])
    .where('momentId', '=', id)
    .execute()
  const tree = new Map<string, Entry>()
  const after = new Map<string, string>()
  for (const { path, kind, size, sha256, after: written } of rows) {
    if (kind !== 'none') tree.set(path, kind === 'folder' ? FOLDER : { kind, sha256, size })
    if (written !== null) after.set(path, written)
  }
  return { tree, after }
}

export async function requireRestorePoint(db: Db, id: number): Promise<RestorePointRow> {
  const row = await db
    .selectFrom('template_moment')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '!=', 'base')
    .executeTakeFirst()
  if (!row) throw new AppError('not-found', '该历史记录不存在，可能已过期，请刷新列表')
  return row
}

/** The last common state of template and draft; empty without a draft. */
export async function readBase(db: Db, templateId: number): Promise<Tree> {
  const row = await db
    .selectFrom('template_moment')
    .select('id')
    .where('templateId', '=', templateId)
    .where('kind', '=', 'base')
    .executeTakeFirst()
  return row ? (await readRestorePointFiles(db, row.id)).tree : new Map()
}

export async function replaceBase(db: Db, base: Omit<NewRestorePoint, 'kind' | 'written'>): Promise<void> {
  await deleteBase(db, base.templateId)
  await insertRestorePoint(db, { ...base, kind: 'base', written: new Map() })
}

export const deleteBase = (db: Db, templateId: number): Promise<unknown> =>
  db.deleteFrom('template_moment').where('templateId', '=', templateId).where('kind', '=', 'base').execute()
