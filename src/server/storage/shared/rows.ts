import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import { nameKey } from '#shared/domain/fileNames.ts'
import type { Database } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatPath, type StorePath } from '../path.ts'
import type { StoredEntry } from '../templateStore.ts'

type Db = Kysely<Database>
export type Row = Selectable<Database['template_file']>

/** Rows of one statement; eleven values each. */
const AT_ONCE = 500
/** As on disks: more than any of them takes. */
const MOST_BYTES = 4096

export const LIVE = ''
export const RECYCLED = 'recycled'
export const TRASH = 'trash/'

const formOf = (path: StorePath): string => formatPath(path).normalize('NFC')
const namesOf = (path: string): string[] => path.split('/')

/** What a listing shows of a row. */
export function entryOf(row: Row): StoredEntry {
  const path = namesOf(row.path)
  const mtimeMs = Number(BigInt(row.mtimeNs) / 1_000_000n)
  const { kind, size, mtimeNs, ino, sha256 } = row
  const entry = { name: path.at(-1) ?? '', path, kind, size, mtimeMs, mtimeNs, ino }
  hashes.set(entry, sha256)
  return entry
}

const hashes = new WeakMap<StoredEntry, string>()

/** The hash of an entry that a listing has made; null for another object. */
export const knownHash = (entry: StoredEntry): string | null => hashes.get(entry) ?? null

/** A row for what is written now. @param content absent: a folder */
export function newRow(path: StorePath, content?: { sha256: string; size: number }): Row {
  return {
    area: LIVE,
    ...pathColumns(path),
    kind: content ? 'file' : 'folder',
    size: content?.size ?? 0,
    sha256: content?.sha256 ?? '',
    mtimeNs: String(BigInt(Date.now()) * 1_000_000n + (process.hrtime.bigint() % 1_000_000n)),
    ino: randomUUID(),
  }
}

/** What a row says of its path. @throws AppError `invalid` for one that is too long */
export function pathColumns(path: StorePath): Pick<Row, 'path' | 'parent' | 'form' | 'nameKey'> {
  const whole = formatPath(path)
  if (Buffer.byteLength(whole) > MOST_BYTES)
    throw new AppError('invalid', `“${path.at(-1) ?? ''}”的路径太长，请缩短名称或减少文件夹层数`)
  const parent = formatPath(path.slice(0, -1))
  return { path: whole, parent, form: formOf(path), nameKey: nameKey(path.at(-1) ?? '') }
}

/** What is meant by a path: the row of that path, else one in another Unicode form; never one in other case. */
export async function findRow(db: Db, path: StorePath): Promise<Row | null> {
  const rows = await db
    .selectFrom('template_file')
    .selectAll()
    .where('area', '=', LIVE)
    .where('form', '=', formOf(path))
    .execute()
  return rows.find((row) => row.path === formatPath(path)) ?? rows[0] ?? null
}

/** The name in a folder that is the same on Windows; null: there is none. */
export async function nameTaken(db: Db, parent: string, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('template_file')
    .select('path')
    .where('area', '=', LIVE)
    .where('parent', '=', parent)
    .where('nameKey', '=', nameKey(name))
    .executeTakeFirst()
  return row ? (namesOf(row.path).at(-1) ?? null) : null
}

export const rowsIn = (db: Db, area: string, parent: string): Promise<Row[]> =>
  db.selectFrom('template_file').selectAll().where('area', '=', area).where('parent', '=', parent).execute()

/** Everything below a folder, without it. */
export const rowsBelow = (db: Db, area: string, path: string): Promise<Row[]> =>
  db
    .selectFrom('template_file')
    .selectAll()
    .where('area', '=', area)
    .where((eb) => below(eb, path))
    .execute()

/** As a range of the index: `0` follows `/`. */
const below = (eb: ExpressionBuilder<Database, 'template_file'>, path: string) =>
  path === '' ? eb.lit(true) : eb.and([eb('path', '>=', `${path}/`), eb('path', '<', `${path}0`)])

/** Makes or replaces rows; no path may come twice. */
export async function putRows(db: Db, rows: readonly Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await db
      .insertInto('template_file')
      .values(rows.slice(from, from + AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['area', 'path']).doUpdateSet((eb) => ({
          kind: eb.ref('excluded.kind'),
          size: eb.ref('excluded.size'),
          sha256: eb.ref('excluded.sha256'),
          mtimeNs: eb.ref('excluded.mtimeNs'),
          ino: eb.ref('excluded.ino'),
        })),
      )
      .execute()
}

/** Makes folders where nothing is. */
export async function addRows(db: Db, rows: readonly Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await db
      .insertInto('template_file')
      .values(rows.slice(from, from + AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export async function removeRows(db: Db, area: string, paths: readonly string[]): Promise<void> {
  for (let from = 0; from < paths.length; from += AT_ONCE)
    await db
      .deleteFrom('template_file')
      .where('area', '=', area)
      .where('path', 'in', paths.slice(from, from + AT_ONCE))
      .execute()
}

export interface Spot {
  area: string
  path: StorePath
}

/** Moves an entry with all below it. */
export async function moveRows(db: Db, from: Spot, to: Spot): Promise<void> {
  const [source, target] = [formatPath(from.path), formatPath(to.path)]
  const own = await db
    .updateTable('template_file')
    .set({ area: to.area, ...pathColumns(to.path) })
    .where('area', '=', from.area)
    .where('path', '=', source)
    .returning('kind')
    .executeTakeFirst()
  if (own?.kind !== 'folder') return
  // substr counts characters in both databases, JavaScript pairs of bytes.
  const [length, formLength] = [[...source].length + 1, [...formOf(from.path)].length + 1]
  await db
    .updateTable('template_file')
    .set((eb) => {
      const moved = (column: 'path' | 'parent' | 'form', start: string, at: number) =>
        eb(eb.val(start), '||', eb.fn<string>('substr', [eb.ref(column), eb.lit(at)]))
      return {
        area: to.area,
        path: moved('path', target, length),
        parent: moved('parent', target, length),
        form: moved('form', formOf(to.path), formLength),
      }
    })
    .where('area', '=', from.area)
    .where((eb) => below(eb, source))
    .execute()
}

/** A new place in the trash, which begins with its time. */
export const newTrash = (now: Date): string => `${TRASH}${now.getTime()}-${randomUUID()}`

/** Copies of rows at another place. */
export const inArea = (rows: readonly Row[], area: string): Row[] => rows.map((row) => ({ ...row, area }))

/** Removes what went to the trash before. */
export async function emptyTrash(db: Db, before: number): Promise<void> {
  const areas = await db
    .selectFrom('template_file')
    .select('area')
    .distinct()
    .where('area', '>=', TRASH)
    .where('area', '<', 'trash0')
    .execute()
  for (const { area } of areas)
    if (Number.parseInt(area.slice(TRASH.length), 10) < before)
      await db.deleteFrom('template_file').where('area', '=', area).execute()
}
