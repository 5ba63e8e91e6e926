import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { StoredEntry } from '#server/storage/templateStore.ts'

type Db = Kysely<Database>
export type EntryRow = RowOf<'template_entry'>

/**
 * Rows per statement: both databases bound the number of parameters, and each number of rows is a statement of its own
 * that is kept prepared.
 */
const BATCHES = [256, 64, 16, 4, 1]
/** Rows of one answer while a whole template is read: between two of them others get their turn. */
const PAGE = 5000

/** The path inside the template. */
export const innerPath = (entry: { path: readonly string[] }): string => entry.path.slice(1).join('/')

/** Is the file still the one whose hash is kept? */
export const isSameFile = (row: EntryRow | undefined, entry: StoredEntry): boolean =>
  row?.kind === 'file' && row.size === entry.size && row.mtimeNs === entry.mtimeNs && row.ino === entry.ino

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  let at = 0
  for (const size of BATCHES) for (; items.length - at >= size; at += size) yield items.slice(at, at + size)
}

/** What is kept of these paths, by path. */
export async function rowsAt(db: Db, templateId: number, paths: readonly string[]): Promise<Map<string, EntryRow>> {
  const found = new Map<string, EntryRow>()
  for (const some of batches(paths)) {
    const rows = await of(db, templateId).where('path', 'in', some).execute()
    for (const row of rows) found.set(row.path, row)
  }
  return found
}

/** What is kept of a path and all below it; '': of the whole template. */
export async function rowsBelow(db: Db, templateId: number, path: string): Promise<EntryRow[]> {
  if (path === '') return everyRow(db, templateId)
  const inside = `${path}/`
  return of(db, templateId)
    .where((eb) =>
      eb.or([
        eb('path', '=', path),
        // No LIKE: names may contain its wildcards. No range: databases differ in how they order text.
        eb(eb.fn<string>('substr', ['path', eb.lit(1), eb.val([...inside].length)]), '=', inside),
      ]),
    )
    .execute()
}

/** All rows, some thousands at a time. */
export async function* allRows(db: Db, templateId: number): AsyncGenerator<EntryRow[]> {
  let after = ''
  for (;;) {
    const rows = await of(db, templateId).where('path', '>', after).orderBy('path').limit(PAGE).execute()
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)?.path ?? ''
  }
}

export async function everyRow(db: Db, templateId: number): Promise<EntryRow[]> {
  const all: EntryRow[] = []
  for await (const page of allRows(db, templateId)) for (const row of page) all.push(row)
  return all
}

/** At most `most` rows that came after a version. */
export const rowsSince = (db: Db, templateId: number, version: number, most: number): Promise<EntryRow[]> =>
  of(db, templateId).where('version', '>', version).orderBy('version').limit(most).execute()

const of = (db: Db, templateId: number) =>
  db.selectFrom('template_entry').selectAll().where('templateId', '=', templateId)

export async function writeRows(db: Db, rows: readonly EntryRow[]): Promise<void> {
  for (const some of batches(rows)) {
    await db
      .insertInto('template_entry')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['templateId', 'path']).doUpdateSet((eb) => ({
          kind: eb.ref('excluded.kind'),
          size: eb.ref('excluded.size'),
          mtimeNs: eb.ref('excluded.mtimeNs'),
          ino: eb.ref('excluded.ino'),
          sha256: eb.ref('excluded.sha256'),
          time: eb.ref('excluded.time'),
          version: eb.ref('excluded.version'),
          changedBy: eb.ref('excluded.changedBy'),
          machine: eb.ref('excluded.machine'),
        })),
      )
      .execute()
  }
}

/** Forgets the oldest of what went when there are more than `keep`: who asks for a version from before lists anew. */
export async function forgetOldest(db: Db, templateId: number, keep: number): Promise<void> {
  const gone = db.selectFrom('template_entry').where('templateId', '=', templateId).where('kind', '=', 'gone')
  const oldest = await gone.select('version').orderBy('version', 'desc').offset(keep).limit(1).executeTakeFirst()
  if (!oldest) return
  await db
    .deleteFrom('template_entry')
    .where('templateId', '=', templateId)
    .where('kind', '=', 'gone')
    .where('version', '<=', oldest.version)
    .execute()
  await db.updateTable('template').set({ feedFloor: oldest.version }).where('id', '=', templateId).execute()
}
