import type { Kysely } from 'kysely'
import PQueue from 'p-queue'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { StoredEntry, TemplateStore } from '#server/storage/templateStore.ts'
import { fileAddressesIn } from '#shared/domain/fileAddresses.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { someOf } from '#shared/util/lists.ts'
import type { UsageLocation } from './location.ts'
import { namedIn } from './tables.ts'

/** Files that can show an upload. */
const TEXTS: ReadonlySet<string> = new Set(['html', 'htm', 'css', 'js', 'json', 'xml', 'svg'])
/** Larger ones are libraries and data. */
const MOST_BYTES = 2 * 1024 * 1024
const FILES_AT_ONCE = 8
/** Files of a template that are named; of the others their number is said. */
const SHOWN = 3

/** What the files of a store name, as of a state of each: read once, until they change. */
const known = new WeakMap<TemplateStore, Map<string, { stamp: string; paths: ReadonlySet<string> }>>()

/** Templates that show an upload as their cover, or name it in their title or in one of their files. */
export async function templates(
  deps: ServerDeps,
  db: Kysely<Database>,
  wanted: ReadonlySet<string>,
): Promise<UsageLocation[]> {
  const { templates: store } = await storesOf(deps)
  const rows = await db
    .selectFrom('template')
    .select(['id', 'draftOf', 'name', 'folder', 'siteId', 'templatePic', 'title'])
    .execute()
  const places: UsageLocation[] = []
  for (const row of rows) {
    const { name, folder, templatePic, title } = row
    // A draft is found where its template is.
    const { id, siteId } = rows.find((each) => each.id === row.draftOf) ?? row
    const named = namedIn([templatePic, title], wanted)
    const files = await filesNaming(deps, store, folder, wanted)
    for (const path of new Set([...named, ...files.keys()]))
      places.push({ where: 'template', id, title: `${name}${filesText(files.get(path))}`, siteId, paths: [path] })
  }
  return places
}

const filesText = (files: readonly string[] = []): string =>
  files.length === 0 ? '' : `（${someOf(files, SHOWN, ' 等 N 个文件')}）`

/** Files of a template by the uploads that they name. A template whose folder can't be read hinders nobody. */
async function filesNaming(
  { log }: ServerDeps,
  store: TemplateStore,
  folder: string,
  wanted: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const entries = await store.walk([folder]).catch((err: unknown) => {
    log.warn({ err, folder }, 'template not searched for uploads')
    return []
  })
  const texts = entries.filter(
    ({ kind, name, size }) => kind === 'file' && TEXTS.has(extensionOf(name)) && size <= MOST_BYTES,
  )
  const read = await new PQueue({ concurrency: FILES_AT_ONCE }).addAll(
    texts.map((entry) => () => pathsIn(store, entry)),
  )
  for (const [at, paths] of read.entries()) {
    const file = texts[at]?.path.slice(1).join('/') ?? ''
    for (const path of paths) if (wanted.has(path)) found.set(path, [...(found.get(path) ?? []), file])
  }
  return found
}

async function pathsIn(store: TemplateStore, entry: StoredEntry): Promise<ReadonlySet<string>> {
  const files = known.get(store) ?? new Map<string, { stamp: string; paths: ReadonlySet<string> }>()
  known.set(store, files)
  const key = entry.path.join('/')
  const stamp = `${entry.size} ${entry.mtimeNs} ${entry.ino}`
  const before = files.get(key)
  if (before?.stamp === stamp) return before.paths
  // A file that has vanished refers to nothing.
  const bytes = await store.read(entry.path).catch(() => null)
  const paths = fileAddressesIn([bytes?.toString('utf8') ?? ''])
  if (bytes) files.set(key, { stamp, paths })
  return paths
}
