import type { Kysely, SelectQueryBuilder } from 'kysely'
import { nameKey } from '#shared/domain/fileNames.ts'
import type { Database, RowOf } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import { inParts } from '#shared/util/lists.ts'

type Db = Kysely<Database>
/** A file or folder of a template, or what is remembered of one that went. */
export type FileRow = RowOf<'template_file'>

/** Rows or values of one statement: both databases bound the number of parameters. */
const AT_ONCE = 500
/** Rows of one answer while a whole template is read: between two of them others get their turn. */
const PAGE = 5000
/** More than any disk takes. */
const MAX_BYTES = 4096

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** What a row says of its path. @throws AppError `invalid` for one that is too long */
export function pathColumns(path: string): Pick<FileRow, 'path' | 'parent' | 'nameKey'> {
  if (Buffer.byteLength(path) > MAX_BYTES)
    throw new AppError('invalid', `“${nameOf(path)}”的路径太长，请缩短名称或减少文件夹层数`)
  return { path, parent: parentOf(path), nameKey: nameKey(nameOf(path)) }
}

const of = (db: Db, templateId: number) =>
  db.selectFrom('template_file').selectAll().where('templateId', '=', templateId)
const live = (db: Db, templateId: number) => of(db, templateId).where('kind', '!=', 'gone')

/** What stands at a path; '' is the template's own folder, which has no row. */
export const findRow = async (db: Db, templateId: number, path: string): Promise<FileRow | null> =>
  (await live(db, templateId).where('path', '=', path).executeTakeFirst()) ?? null

/** What stands at these paths, by path. */
export async function rowsAt(db: Db, templateId: number, paths: readonly string[]): Promise<Map<string, FileRow>> {
  const found = new Map<string, FileRow>()
  for (const some of inParts(paths, AT_ONCE))
    for (const row of await live(db, templateId).where('path', 'in', some).execute()) found.set(row.path, row)
  return found
}

/** What stands in a folder. */
export const rowsIn = (db: Db, templateId: number, parent: string): Promise<FileRow[]> =>
  live(db, templateId).where('parent', '=', parent).execute()

/** What has one of these names in a folder, or one that is the same on Windows. */
export async function rowsNamed(
  db: Db,
  templateId: number,
  parent: string,
  keys: readonly string[],
): Promise<FileRow[]> {
  const found: FileRow[] = []
  for (const some of inParts(keys, AT_ONCE))
    found.push(...(await live(db, templateId).where('parent', '=', parent).where('nameKey', 'in', some).execute()))
  return found
}

/** Everything below a folder, without it, by path; '': the whole template. */
export async function rowsBelow(db: Db, templateId: number, folder: string): Promise<FileRow[]> {
  const all: FileRow[] = []
  for await (const rows of pagesBelow(db, templateId, folder)) for (const row of rows) all.push(row)
  return all
}

/** The same some thousands at a time. */
export async function* pagesBelow(db: Db, templateId: number, folder = ''): AsyncGenerator<FileRow[]> {
  let after = folder === '' ? '' : `${folder}/`
  for (;;) {
    const rows = await within(live(db, templateId), folder)
      .where('path', '>', after)
      .orderBy('path')
      .limit(PAGE)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)?.path ?? ''
  }
}

/** As a range of the index: `0` follows `/`. */
const within = <O>(query: SelectQueryBuilder<Database, 'template_file', O>, folder: string) =>
  folder === '' ? query : query.where('path', '<', `${folder}0`)

/** At most `most` rows that came after a version, gone ones too. */
export const rowsSince = (db: Db, templateId: number, version: number, most: number): Promise<FileRow[]> =>
  of(db, templateId).where('version', '>', version).orderBy('version').limit(most).execute()

/** Makes or replaces rows; no path may come twice. */
export async function saveRows(db: Db, rows: readonly FileRow[]): Promise<void> {
  for (const some of inParts(rows, AT_ONCE))
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

/** Forgets the oldest of what went when there are more than `keep`: who asks for a version from before lists anew. */
export async function forgetOldest(db: Db, templateId: number, keep: number): Promise<void> {
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
