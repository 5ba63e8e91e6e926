import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { AppError } from '#shared/errors/index.ts'
import { inParts } from '#shared/util/lists.ts'
import { type ContentColumn, contentColumn } from '../store/rules.ts'
import { type ArchiveRow, checkedRows } from './checkRows.ts'
import { cleanTexts } from './cleanTexts.ts'
import { linkRewriter } from './entryLinks.ts'
import { takeUploads } from './importFiles.ts'
import { allOf, rememberNew, type Refs, withRefs } from './importMap.ts'
import { type ImportState, noteDone } from './importState.ts'
import { KIND_NAMES, type KindName, kindOf, type LinesName, withIds } from './kinds.ts'
import type { Archive } from './open.ts'
import { takeColumn } from './takeColumns.ts'
import { type EntryImportContext, takeEntry, takeEvent, takeRevision, writeTaken } from './takeEntries.ts'
import { type RowImportContext, rowConverter } from './takeRows.ts'
import { takeAccounts, takeClassify, takeDictionaries } from './takeShared.ts'

type Db = Kysely<Database>

/** Context of a running import. */
export interface Importing {
  deps: ServerDeps
  archive: Archive
  state: ImportState
  rows: RowImportContext
  accountId: number
  folders: ReadonlyMap<string, string>
  /** Usernames whose rows are assigned to the account of the same username on this server. */
  accounts: ReadonlySet<string>
}

/** A step imports the lines of one file in batches, each in one transaction with the journal. */
export interface Step {
  name: string
  title: string
  lines: LinesName
  /** Lines per transaction; 0: all at once. */
  size: number
  take(work: Importing, rows: readonly unknown[], from: number, done: (tx: Db) => Promise<void>): Promise<void>
}

/** Lines per transaction; fewer for kinds with long texts. */
const SIZES: Readonly<Partial<Record<KindName, number>>> = { contents: 200, revisions: 100, columns: 0 }
const UPLOADS = 8
const SHARED: ReadonlySet<KindName> = new Set<KindName>(['accounts', 'dictionaries', 'classify', 'attachments'])
const NUMBERED = KIND_NAMES.filter((name) => withIds(name) && !SHARED.has(name))

const inOne = ({ deps }: Importing, work: (tx: Db) => Promise<void>): Promise<void> =>
  deps.db.transaction().execute(work)

/**
 * Shared rows come first, then new ids for all rows, so that rows can refer to later ones; then files, then the rows.
 */
export const STEPS: readonly Step[] = [
  shared('accounts', (work, tx, rows) => takeAccounts(tx, placeOf(work), rows, work.accounts)),
  shared('dictionaries', (work, tx, rows) => takeDictionaries(tx, placeOf(work), rows)),
  shared('classify', (work, tx, rows) => takeClassify(tx, placeOf(work), rows)),
  ...NUMBERED.map((name): Step => ({
    name: `ids ${name}`,
    title: `${kindOf(name).title}的编号`,
    lines: name,
    size: 500,
    take: (work, rows, from, done) =>
      inOne(work, async (tx) => {
        await done(tx)
        const ids = rows.map((row) => Number((row as { id?: unknown } | null)?.id))
        if (!ids.every((id) => Number.isSafeInteger(id) && id > 0))
          throw new AppError('invalid', `导出包里的 ${name}.ndjson 第 ${from + 1} 行起有编号有误，请重新导出后上传`)
        await rememberNew(tx, work.state.id, name, ids)
      }),
  })),
  {
    name: 'uploads',
    title: kindOf('attachments').title,
    lines: 'attachments',
    size: UPLOADS,
    take: (work, rows, _from, done) =>
      takeUploads(work.deps, work.archive, { ...placeOf(work), accountId: work.accountId }, rows, done),
  },
  ...KIND_NAMES.filter((name) => !SHARED.has(name)).map((name): Step => ({
    name: `rows ${name}`,
    title: kindOf(name).title,
    lines: name,
    size: SIZES[name] ?? 500,
    take: (work, rows, from, done) =>
      inOne(work, async (tx) => {
        await done(tx)
        await takeKind(tx, work, name, checkedRows(name, from, rows))
      }),
  })),
]

const placeOf = ({ state }: Importing) => ({ importId: state.id, siteId: state.siteId })

function shared(name: KindName, take: (work: Importing, tx: Db, rows: readonly ArchiveRow[]) => Promise<void>): Step {
  return {
    name: `shared ${name}`,
    title: kindOf(name).title,
    lines: name,
    size: 0,
    take: (work, rows, from, done) =>
      inOne(work, async (tx) => {
        await done(tx)
        await take(work, tx, checkedRows(name, from, rows))
      }),
  }
}

async function takeKind(tx: Db, work: Importing, name: KindName, rows: readonly ArchiveRow[]): Promise<void> {
  const importId = work.state.id
  const mapped = <T>(take: (row: ArchiveRow, refs: Refs) => T | null, of = rows): Promise<T[]> =>
    withRefs(tx, importId, (refs) => of.flatMap((row) => take(row, refs) ?? []))
  if (name === 'columns') {
    const place = { siteId: work.state.siteId, folders: work.folders }
    return insert(tx, name, await mapped((row, refs) => takeColumn(row, refs, place)))
  }
  if (name === 'contents' || name === 'revisions' || name === 'events') {
    const place = await entryPlace(tx, work)
    if (name === 'contents') {
      const clean = await cleanTexts(rows, 'values', (row) => place.columns.get(Number(row['classId'])))
      return writeTaken(tx, await mapped((row, refs) => takeEntry(row, refs, place), clean))
    }
    const there = await columnsOfEntries(tx, work, rows)
    const isImported = (row: ArchiveRow): boolean => there.has(Number(row['contentId']))
    if (name === 'events')
      return insert(tx, name, await mapped((row, refs) => (isImported(row) ? takeEvent(row, refs, place) : null)))
    const columnOf = (row: ArchiveRow) => there.get(Number(row['contentId']))
    const clean = await cleanTexts(rows.filter(isImported), 'fields', columnOf)
    return insert(tx, name, await mapped((row, refs) => takeRevision(row, refs, place, columnOf(row)), clean))
  }
  const convert = rowConverter(name)
  return insert(tx, name, await mapped((row, refs) => convert(row, refs, work.rows)))
}

/** Rows per statement: databases limit the number of bound values. */
const INSERTED = 200

async function insert(tx: Db, name: KindName, rows: readonly object[]): Promise<void> {
  for (const part of inParts(rows, INSERTED)) await tx.insertInto(kindOf(name).table).values(part).execute()
}

const places = new WeakMap<ImportState, Promise<EntryImportContext>>()

/** The imported columns, read once: columns are imported before entries. */
function entryPlace(tx: Db, work: Importing): Promise<EntryImportContext> {
  const known = places.get(work.state)
  if (known) return known
  const place = readPlace(tx, work)
  places.set(work.state, place)
  return place
}

async function readPlace(tx: Db, { state, archive }: Importing): Promise<EntryImportContext> {
  const { siteId, id } = state
  const rows = await tx.selectFrom('site_column').selectAll().where('siteId', '=', siteId).execute()
  const byId = new Map(rows.map((row) => [row.id, contentColumn(row)]))
  const ids = await allOf(tx, id, 'columns')
  const columns = new Map(
    [...ids].flatMap(([old, now]) => {
      const column = byId.get(now)
      return column ? [[old, column] as const] : []
    }),
  )
  const patterns = rows.flatMap(({ frontDetailUrl }) => JSON.parse(frontDetailUrl) as string[])
  return { siteId, columns, links: linkRewriter(patterns, archive.head.site.domain.split(',')) }
}

/**
 * Columns of the entries that the rows belong to, by entry id in the archive. Entries that were not imported are
 * missing.
 */
async function columnsOfEntries(
  tx: Db,
  work: Importing,
  rows: readonly ArchiveRow[],
): Promise<ReadonlyMap<number, ContentColumn>> {
  const { columns } = await entryPlace(tx, work)
  const byId = new Map([...columns.values()].map((column) => [column.id, column]))
  const pairs = await withRefs(tx, work.state.id, (refs) =>
    rows.map((row): [number, number] => [Number(row['contentId']), refs.id('contents', row['contentId'])]),
  )
  const found = await tx
    .selectFrom('content')
    .select(['id', 'classId'])
    .where('id', 'in', [...new Set(pairs.map(([, now]) => now)), 0])
    .execute()
  const columnOf = new Map(found.map(({ id, classId }) => [id, byId.get(classId)]))
  return new Map(
    pairs.flatMap(([old, now]) => {
      const column = columnOf.get(now)
      return column ? [[old, column] as const] : []
    }),
  )
}

/**
 * Runs one step from where its journal stands.
 * @param report called before each batch with the number of imported lines
 */
export async function runStep(work: Importing, step: Step, report: (done: number) => Promise<void>): Promise<void> {
  const { archive, state } = work
  const from = state.step === step.name ? state.line : 0
  for await (const part of archive.lines(step.lines, step.size, from)) {
    await report(part.from)
    const now = { step: step.name, line: part.from + part.rows.length }
    await step.take(work, part.rows, part.from, (tx) => noteDone(tx, state, now))
    Object.assign(state, now)
  }
}
