import type { Kysely } from 'kysely'
import PQueue from 'p-queue'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { TemplateFiles } from '#server/storage/templates/templateFiles.ts'
import type { FileRow } from '#server/storage/templates/rows.ts'
import { fileAddressesIn } from '#shared/domain/fileAddresses.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { someOf } from '#shared/util/lists.ts'
import type { UsageLocation } from './location.ts'
import { findContained } from './tables.ts'

/** Extensions of files that can reference an upload. */
const TEXT_EXTENSIONS: ReadonlySet<string> = new Set(['html', 'htm', 'css', 'js', 'json', 'xml', 'svg'])
/** Larger files are libraries and data and are skipped. */
const MAX_BYTES = 2 * 1024 * 1024
const MAX_PARALLEL_READS = 8
/** Files listed per template; the rest is only counted. */
const MAX_LISTED_FILES = 3

/** Cache of the uploads that a content references, by hash. */
const referencesByHash = new Map<string, ReadonlySet<string>>()
const MAX_CACHED = 20_000

/** Finds templates that reference an upload as their cover, in their title or in a file. */
export async function findTemplateUses(
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
    const { name, templatePic, title } = row
    // A draft is reported as its template.
    const { id, siteId } = rows.find((each) => each.id === row.draftOf) ?? row
    const named = findContained([templatePic, title], wanted)
    const files = await findReferencingFiles(deps, store, row.id, wanted)
    for (const path of new Set([...named, ...files.keys()]))
      places.push({ where: 'template', id, title: `${name}${formatFiles(files.get(path))}`, siteId, paths: [path] })
  }
  return places
}

const formatFiles = (files: readonly string[] = []): string =>
  files.length === 0 ? '' : `（${someOf(files, MAX_LISTED_FILES, ' 等 N 个文件')}）`

/** Files of a template by the uploads they reference. */
async function findReferencingFiles(
  { log }: ServerDeps,
  store: TemplateFiles,
  templateId: number,
  wanted: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const entries = await store.walk(templateId)
  const texts = entries.filter(
    ({ kind, path, size }) => kind === 'file' && TEXT_EXTENSIONS.has(extensionOf(path)) && size <= MAX_BYTES,
  )
  const read = await new PQueue({ concurrency: MAX_PARALLEL_READS }).addAll(
    texts.map((entry) => () => readReferences(log, store, entry)),
  )
  for (const [at, paths] of read.entries()) {
    const file = texts[at]?.path ?? ''
    for (const path of paths) if (wanted.has(path)) found.set(path, [...(found.get(path) ?? []), file])
  }
  return found
}

async function readReferences(
  log: ServerDeps['log'],
  store: TemplateFiles,
  row: FileRow,
): Promise<ReadonlySet<string>> {
  const before = referencesByHash.get(row.sha256)
  if (before) return before
  // A content missing in the store is skipped.
  const bytes = await store.read(row).catch((err: unknown) => {
    log.warn({ err, path: row.path }, 'template file not searched for uploads')
    return null
  })
  const paths = fileAddressesIn([bytes?.toString('utf8') ?? ''])
  if (referencesByHash.size >= MAX_CACHED) referencesByHash.clear()
  if (bytes) referencesByHash.set(row.sha256, paths)
  return paths
}
