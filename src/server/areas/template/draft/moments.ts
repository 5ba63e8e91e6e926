import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import { type Entry, FOLDER, type Tree } from './compare.ts'

type Db = Kysely<Database>
export type MomentRow = RowOf<'template_moment'>
/** Rows per statement; both databases limit the number of parameters. */
const BATCH = 128

export interface NewMoment {
  templateId: number
  kind: MomentRow['kind']
  at: Date
  by: string
  /** The saved state. */
  tree: Tree
  /** Changes made after the state, by path; null: removed. */
  written: ReadonlyMap<string, Entry | null>
}

export async function insertMoment(db: Db, moment: NewMoment): Promise<number> {
  const { templateId, kind, at, by, tree, written } = moment
  const files = [...tree.values()].filter((entry) => entry.kind === 'file').length
  const changed = written.size
  const { id } = await db
    .insertInto('template_moment')
    .values({ templateId, kind, createTime: at.getTime(), createdBy: by, files, changed })
    .returning('id')
    .executeTakeFirstOrThrow()
  const came = [...written.keys()].filter((path) => !tree.has(path))
  const rows = [
    ...[...tree].map(([path, entry]) => ({ path, ...entry })),
    ...came.map((path) => ({ path, kind: 'none' as const, size: 0, sha256: '' })),
  ]
  await insertFiles(
    db,
    rows.map((row) => ({ momentId: id, ...row, after: afterOf(written, row.path) })),
  )
  return id
}

function afterOf(written: ReadonlyMap<string, Entry | null>, path: string): string | null {
  const entry = written.get(path)
  if (entry === undefined) return null
  return textOf(entry)
}

/** The value of the column `after`. */
export const textOf = (entry: Entry | null): string =>
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
  for (let at = 0; at < rows.length; at += BATCH)
    await db
      .insertInto('template_moment_file')
      .values(rows.slice(at, at + BATCH))
      .execute()
}

/** Reads a saved state and the changes made after it, by path. */
export async function momentFiles(db: Db, id: number): Promise<{ tree: Tree; after: ReadonlyMap<string, string> }> {
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

export async function findMoment(db: Db, id: number): Promise<MomentRow> {
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
export async function baseOf(db: Db, templateId: number): Promise<Tree> {
  const row = await db
    .selectFrom('template_moment')
    .select('id')
    .where('templateId', '=', templateId)
    .where('kind', '=', 'base')
    .executeTakeFirst()
  return row ? (await momentFiles(db, row.id)).tree : new Map()
}

export async function setBase(db: Db, base: Omit<NewMoment, 'kind' | 'written'>): Promise<void> {
  await dropBase(db, base.templateId)
  await insertMoment(db, { ...base, kind: 'base', written: new Map() })
}

export const dropBase = (db: Db, templateId: number): Promise<unknown> =>
  db.deleteFrom('template_moment').where('templateId', '=', templateId).where('kind', '=', 'base').execute()
