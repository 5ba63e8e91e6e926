import type { Kysely, SelectQueryBuilder } from 'kysely'
import { nameKey } from '#shared/domain/fileNames.ts'
import type { Database, RowOf } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'

type Db = Kysely<Database>
/** A file or folder of a template, or the tombstone (kind `gone`) of a removed one. */
export type FileRow = RowOf<'template_file'>

/** Rows or values per statement: both databases limit the number of parameters. */
const BATCH_ROWS = 500
/** Rows per page while a whole template is read; other calls run between pages. */
const PAGE = 5000
/** Longer paths fail on every disk, bytes. */
const MAX_BYTES = 4096

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The columns of a row that are derived from its path. @throws AppError `invalid` for a path that is too long */
export function pathColumns(path: string): Pick<FileRow, 'path' | 'parent' | 'nameKey'> {
  if (Buffer.byteLength(path) > MAX_BYTES)
    throw new AppError('invalid', `“${nameOf(path)}”的路径过长，请缩短名称或减少文件夹层数`)
  return { path, parent: parentOf(path), nameKey: nameKey(nameOf(path)) }
}

const selectAllRows = (db: Db, templateId: number) =>
  db.selectFrom('template_file').selectAll().where('templateId', '=', templateId)
const selectExisting = (db: Db, templateId: number) => selectAllRows(db, templateId).where('kind', '!=', 'gone')

/** The row at a path; the template's own folder '' has none. */
export const findRow = async (db: Db, templateId: number, path: string): Promise<FileRow | null> =>
  (await selectExisting(db, templateId).where('path', '=', path).executeTakeFirst()) ?? null

/** The rows at these paths, by path. */
export async function findRowsAt(db: Db, templateId: number, paths: readonly string[]): Promise<Map<string, FileRow>> {
  const found = new Map<string, FileRow>()
  for (const some of splitIntoBatches(paths, BATCH_ROWS))
    for (const row of await selectExisting(db, templateId).where('path', 'in', some).execute()) found.set(row.path, row)
  return found
}

/** The rows in a folder. */
export const findRowsIn = (db: Db, templateId: number, parent: string): Promise<FileRow[]> =>
  selectExisting(db, templateId).where('parent', '=', parent).execute()

/** The rows in a folder with one of these name keys. */
export async function findRowsNamed(
  db: Db,
  templateId: number,
  parent: string,
  keys: readonly string[],
): Promise<FileRow[]> {
  const found: FileRow[] = []
  for (const some of splitIntoBatches(keys, BATCH_ROWS))
    found.push(
      ...(await selectExisting(db, templateId).where('parent', '=', parent).where('nameKey', 'in', some).execute()),
    )
  return found
}

/** All rows below a folder, ordered by path; '': the whole template. */
export async function findRowsBelow(db: Db, templateId: number, folder: string): Promise<FileRow[]> {
  const all: FileRow[] = []
  for await (const rows of readPagesBelow(db, templateId, folder)) for (const row of rows) all.push(row)
  return all
}

/** All rows below a folder, in pages. */
export async function* readPagesBelow(db: Db, templateId: number, folder = ''): AsyncGenerator<FileRow[]> {
  let after = folder === '' ? '' : `${folder}/`
  for (;;) {
    const rows = await limitToFolder(selectExisting(db, templateId), folder)
      .where('path', '>', after)
      .orderBy('path')
      .limit(PAGE)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)?.path ?? ''
  }
}

/** A range of the index: `0` is the character after `/`. */
const limitToFolder = <O>(query: SelectQueryBuilder<Database, 'template_file', O>, folder: string) =>
  folder === '' ? query : query.where('path', '<', `${folder}0`)

/** At most `max` rows that changed after a version, including tombstones. */
export const findRowsSince = (db: Db, templateId: number, version: number, max: number): Promise<FileRow[]> =>
  selectAllRows(db, templateId).where('version', '>', version).orderBy('version').limit(max).execute()

/** Inserts or replaces rows; no path may occur twice. */
export async function saveRows(db: Db, rows: readonly FileRow[]): Promise<void> {
  for (const some of splitIntoBatches(rows, BATCH_ROWS))
    await db
      .insertInto('template_file')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['templateId', 'path']).doUpdateSet((eb) => ({
          kind: eb.ref('excluded.kind'),
          size: eb.ref('excluded.size'),
          sha256: eb.ref('excluded.sha256'),
          time: eb.ref('excluded.time'),
          version: eb.ref('excluded.version'),
          changedBy: eb.ref('excluded.changedBy'),
          machine: eb.ref('excluded.machine'),
        })),
      )
      .execute()
}

/** Deletes the oldest tombstones beyond `keep`. Sync clients with an older version then list all files again. */
export async function deleteOldestTombstones(db: Db, templateId: number, keep: number): Promise<void> {
  const gone = db.selectFrom('template_file').where('templateId', '=', templateId).where('kind', '=', 'gone')
  const oldest = await gone.select('version').orderBy('version', 'desc').offset(keep).limit(1).executeTakeFirst()
  if (!oldest) return
  await db
    .deleteFrom('template_file')
    .where('templateId', '=', templateId)
    .where('kind', '=', 'gone')
    .where('version', '<=', oldest.version)
    .execute()
  await db.updateTable('template').set({ feedFloor: oldest.version }).where('id', '=', templateId).execute()
}
