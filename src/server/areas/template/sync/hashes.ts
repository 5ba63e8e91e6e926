import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { TemplateHashTable } from '#server/db/tables/templates.ts'
import type { StoredEntry, TemplateStore } from '#server/storage/templateStore.ts'

type Db = Kysely<Database>

/** Rows per statement: both databases bound the number of parameters. */
const BATCH = 500

/** The path inside the template. */
export const innerPath = (entry: { path: readonly string[] }): string => entry.path.slice(1).join('/')

type HashRow = Selectable<TemplateHashTable>

const matches = (row: HashRow | undefined, entry: StoredEntry): row is HashRow =>
  row?.size === entry.size && row.mtimeNs === entry.mtimeNs && row.ino === entry.ino

/** The kept hash of one file; null when there is none or the file has changed since. */
export async function knownHash(db: Db, templateId: number, entry: StoredEntry): Promise<string | null> {
  const row = await db
    .selectFrom('template_hash')
    .selectAll()
    .where('templateId', '=', templateId)
    .where('path', '=', innerPath(entry))
    .executeTakeFirst()
  return matches(row, entry) ? row.sha256 : null
}

/**
 * SHA-256 of many files, by path inside the template. A hash that was taken before is used again while size, mtime and
 * inode are the same; all others are computed and kept.
 */
export async function hashesOf(
  db: Db,
  store: TemplateStore,
  templateId: number,
  files: readonly StoredEntry[],
): Promise<Map<string, string>> {
  const rows = await db.selectFrom('template_hash').selectAll().where('templateId', '=', templateId).execute()
  const known = new Map(rows.map((row) => [row.path, row]))
  const hashes = new Map<string, string>()
  const fresh: { entry: StoredEntry; sha256: string }[] = []
  for (const entry of files) {
    const path = innerPath(entry)
    const row = known.get(path)
    const kept = matches(row, entry)
    const sha256 = kept ? row.sha256 : await store.sha256(entry.path)
    if (!kept) fresh.push({ entry, sha256 })
    hashes.set(path, sha256)
  }
  await keepHashes(db, templateId, fresh)
  const gone = [...known.keys()].filter((path) => !hashes.has(path))
  for (let at = 0; at < gone.length; at += BATCH) {
    await db
      .deleteFrom('template_hash')
      .where('templateId', '=', templateId)
      .where('path', 'in', gone.slice(at, at + BATCH))
      .execute()
  }
  return hashes
}

/** Remembers hashes together with the state of the file they were taken from. */
export async function keepHashes(
  db: Db,
  templateId: number,
  files: readonly { entry: StoredEntry; sha256: string }[],
): Promise<void> {
  for (let at = 0; at < files.length; at += BATCH) {
    const values = files.slice(at, at + BATCH).map(({ entry, sha256 }) => ({
      templateId,
      path: innerPath(entry),
      size: entry.size,
      mtimeNs: entry.mtimeNs,
      ino: entry.ino,
      sha256,
    }))
    await db
      .insertInto('template_hash')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['templateId', 'path']).doUpdateSet((eb) => ({
          size: eb.ref('excluded.size'),
          mtimeNs: eb.ref('excluded.mtimeNs'),
          ino: eb.ref('excluded.ino'),
          sha256: eb.ref('excluded.sha256'),
        })),
      )
      .execute()
  }
}
