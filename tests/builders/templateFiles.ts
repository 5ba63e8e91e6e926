import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Kysely } from 'kysely'
import { lockTemplate } from '#server/areas/template/template/index.ts'
import { openDatabase } from '#server/db/connect.ts'
import type { Database } from '#server/db/schema.ts'
import { openCache } from '#server/storage/contentCache.ts'
import { ContentStore } from '#server/storage/contentStore.ts'
import { openLocalBlobStore } from '#server/storage/local/blobs.ts'
import { TemplateChange } from '#server/storage/templates/templateChange.ts'

interface Place {
  db: Kysely<Database>
  dataDir: string
}

/** The contents of an installation whose files lie in its data folder. */
export const contentsIn = ({ db, dataDir }: Place): ContentStore =>
  new ContentStore(
    db,
    openLocalBlobStore(join(dataDir, 'uploads')),
    openCache(join(dataDir, 'cache')),
    () => new Date(),
  )

/** Puts files into a template past its calls, in one change: what many tests begin with, and benches with tens of thousands. */
export async function putTemplateFiles(
  place: Place,
  folder: string,
  files: Iterable<readonly [path: string, bytes: string | Uint8Array]>,
): Promise<void> {
  const contents = contentsIn(place)
  const all = [...files].map(([path, given]) => {
    const bytes = Buffer.from(given)
    return { path, bytes, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
  await contents.putBytes(all)
  await place.db.transaction().execute(async (db) => {
    const { id } = await db.selectFrom('template').select('id').where('folder', '=', folder).executeTakeFirstOrThrow()
    const stamp = { version: await lockTemplate(db, id), changedBy: '', machine: '' }
    const change = new TemplateChange({ db, contents, templateId: id, stamp, time: Date.now() })
    await change.preload(all.map(({ path }) => path))
    for (const { path, sha256, size } of all) await change.write(path, { sha256, size })
    await change.finish()
  })
}

/** The same beside a server that runs. */
export async function putBesideServer(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string },
  folder: string,
  files: Iterable<readonly [path: string, bytes: string | Uint8Array]>,
): Promise<void> {
  const db = openDatabase({ dataDir, databaseUrl })
  try {
    await putTemplateFiles({ db, dataDir }, folder, files)
  } finally {
    await db.destroy()
  }
}

/** All files of a folder of this machine, by their paths in it. */
export async function filesBelow(dir: string): Promise<[string, Buffer][]> {
  const items = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = items.filter((item) => item.isFile()).map((item) => join(item.parentPath, item.name))
  const read: [string, Buffer][] = []
  for (const file of files) read.push([relative(dir, file).split(sep).join('/'), await readFile(file)])
  return read
}

/** What a file of a template holds; null: there is none. */
export async function templateText(place: Place, folder: string, path: string): Promise<string | null> {
  const row = await place.db
    .selectFrom('template_file')
    .innerJoin('template', 'template.id', 'template_file.templateId')
    .select(['template_file.sha256', 'template_file.size'])
    .where('template.folder', '=', folder)
    .where('template_file.path', '=', path)
    .where('template_file.kind', '=', 'file')
    .executeTakeFirst()
  return row ? (await contentsIn(place).read(row, path)).toString() : null
}
