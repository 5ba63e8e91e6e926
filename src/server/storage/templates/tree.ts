import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { mapParallel } from '#server/parallel.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import type { ContentStore } from '../contentStore.ts'
import { hashFiles } from '../hashFiles.ts'
import { discardTemp } from '../leftovers.ts'
import { syncFilesBelow } from '../local/durable.ts'
import { type FileChanges, type StoredBytes, TemplateChange } from './templateChange.ts'

const PARALLEL_STATS = 8

/** A local folder whose files become files of a template. */
export interface Staging {
  /** Absolute. */
  readonly dir: string
  discard(): Promise<void>
}

export async function openStaging({ cache }: ContentStore): Promise<Staging> {
  const dir = await cache.tempFolder()
  return { dir, discard: () => discardTemp(dir) }
}

/** A file whose bytes are in the store, or a folder. */
export interface TreeEntry {
  path: string
  content: StoredBytes | null
}

/** Stores all files below a local folder, and lists files and folders, parents before children. */
export async function storeTree(contents: ContentStore, dir: string): Promise<TreeEntry[]> {
  const items = await readdir(dir, { recursive: true, withFileTypes: true })
  const pathOf = (file: string): string => relative(dir, file).split(sep).join('/').normalize('NFC')
  const found = items.map((item) => ({ item, file: join(item.parentPath, item.name) }))
  const files = found.filter(({ item }) => item.isFile()).map(({ file }) => file)
  await syncFilesBelow(dir)
  const hashes = await hashFiles(files)
  const stored = await mapParallel(files, PARALLEL_STATS, async (file, at) => ({
    file,
    sha256: requireValue(hashes[at] ?? undefined, 'its hash'),
    size: (await stat(file)).size,
  }))
  await contents.put(stored)
  const folders = found.filter(({ item }) => item.isDirectory())
  return [
    ...folders.map(({ file }): TreeEntry => ({ path: pathOf(file), content: null })),
    ...stored.map(({ file, sha256, size }): TreeEntry => ({ path: pathOf(file), content: { sha256, size } })),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Writes the entries into a folder of the template; '': the template itself. */
export async function writeTree(change: TemplateChange, entries: readonly TreeEntry[], into = ''): Promise<void> {
  const at = (path: string): string => (into === '' ? path : `${into}/${path}`)
  await change.preload(entries.map(({ path }) => at(path)))
  for (const { path, content } of entries)
    if (content) await change.write(at(path), content)
    else await change.makeFolder(at(path))
}

/** Writes the files of a new template, in the transaction that creates it. */
export async function fillTemplate(
  { db, contents, time }: { db: Kysely<Database>; contents: ContentStore; time: number },
  templateId: number,
  entries: readonly TreeEntry[],
): Promise<FileChanges> {
  const change = new TemplateChange({
    db,
    contents,
    templateId,
    time,
    stamp: { version: 1, changedBy: '', machine: '' },
  })
  await writeTree(change, entries)
  return change.finish()
}

/** Columns that a copy of a file has in common with the file. */
const COPIED = ['path', 'parent', 'nameKey', 'kind', 'size', 'sha256', 'time'] as const

/** Copies the file rows of another template, whose lock the transaction has; the bytes are shared. */
export async function copyFileRows(db: Kysely<Database>, from: number, to: number): Promise<void> {
  await db
    .insertInto('template_file')
    .columns(['templateId', ...COPIED, 'version', 'changedBy', 'machine'])
    .expression((eb) =>
      eb
        .selectFrom('template_file')
        .select((of) => [
          of.lit(to).as('templateId'),
          ...COPIED,
          of.lit(1).as('version'),
          of.val('').as('changedBy'),
          of.val('').as('machine'),
        ])
        .where('templateId', '=', from)
        .where('kind', '!=', 'gone'),
    )
    .execute()
}
