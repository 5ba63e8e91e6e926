import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { AppError } from '#shared/errors/index.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { type ContentColumn, toContentColumn } from '../store/rules.ts'
import { type ArchiveRow, validateRows } from './checkRows.ts'
import { sanitizeTexts } from './sanitizeTexts.ts'
import { createLinkRewriter } from './entryLinks.ts'
import { importUploads } from './importFiles.ts'
import { readMapping, reserveNewIds, type KeyMap, withKeyMap } from './importMap.ts'
import { type ImportState, advanceImport } from './importState.ts'
import { KIND_NAMES, type KindName, kindOf, type ArchiveFileName, hasIds } from './kinds.ts'
import type { Archive } from './open.ts'
import { convertColumn } from './convertColumns.ts'
import {
  type EntryImportContext,
  convertEntry,
  convertEvent,
  convertRevision,
  insertEntries,
} from './convertEntries.ts'
import { type RowImportContext, converterOf } from './convertRows.ts'
import { mapAccounts, importClassify, importDictionaries } from './importShared.ts'

type Db = Kysely<Database>

/** Context of a running import. */
export interface ImportContext {
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
  lines: ArchiveFileName
  /** Lines per transaction; 0: all at once. */
  size: number
  run(work: ImportContext, rows: readonly unknown[], from: number, done: (tx: Db) => Promise<void>): Promise<void>
}

/** Lines per transaction; fewer for kinds with long texts. */
const SIZES: Readonly<Partial<Record<KindName, number>>> = { contents: 200, revisions: 100, columns: 0 }
const UPLOADS_PER_BATCH = 8
const SHARED: ReadonlySet<KindName> = new Set<KindName>(['accounts', 'dictionaries', 'classify', 'attachments'])
const NUMBERED = KIND_NAMES.filter((name) => hasIds(name) && !SHARED.has(name))

const inTransaction = ({ deps }: ImportContext, work: (tx: Db) => Promise<void>): Promise<void> =>
  deps.db.transaction().execute(work)

/**
 * Shared rows come first, then new ids for all rows, so that rows can refer to later ones; then files, then the rows.
 */
export const STEPS: readonly Step[] = [
  sharedStep('accounts', (work, tx, rows) => mapAccounts(tx, targetOf(work), rows, work.accounts)),
  sharedStep('dictionaries', (work, tx, rows) => importDictionaries(tx, targetOf(work), rows)),
  sharedStep('classify', (work, tx, rows) => importClassify(tx, targetOf(work), rows)),
  ...NUMBERED.map((name): Step => ({
    name: `ids ${name}`,
    title: `${kindOf(name).title}的编号`,
    lines: name,
    size: 500,
    run: (work, rows, from, done) =>
      inTransaction(work, async (tx) => {
        await done(tx)
        const ids = rows.map((row) => Number((row as { id?: unknown } | null)?.id))
        if (!ids.every((id) => Number.isSafeInteger(id) && id > 0))
          throw new AppError('invalid', `导出包中的 ${name}.ndjson 第 ${from + 1} 行起的编号有误，请重新导出后上传`)
        await reserveNewIds(tx, work.state.id, name, ids)
      }),
  })),
  {
    name: 'uploads',
    title: kindOf('attachments').title,
    lines: 'attachments',
    size: UPLOADS_PER_BATCH,
    run: (work, rows, _from, done) =>
      importUploads(work.deps, work.archive, { ...targetOf(work), accountId: work.accountId }, rows, done),
  },
  ...KIND_NAMES.filter((name) => !SHARED.has(name)).map((name): Step => ({
    name: `rows ${name}`,
    title: kindOf(name).title,
    lines: name,
    size: SIZES[name] ?? 500,
    run: (work, rows, from, done) =>
      inTransaction(work, async (tx) => {
        await done(tx)
        await importKind(tx, work, name, validateRows(name, from, rows))
      }),
  })),
]

const targetOf = ({ state }: ImportContext) => ({ importId: state.id, siteId: state.siteId })

function sharedStep(
  name: KindName,
  take: (work: ImportContext, tx: Db, rows: readonly ArchiveRow[]) => Promise<void>,
): Step {
  return {
    name: `shared ${name}`,
    title: kindOf(name).title,
    lines: name,
    size: 0,
    run: (work, rows, from, done) =>
      inTransaction(work, async (tx) => {
        await done(tx)
        await take(work, tx, validateRows(name, from, rows))
      }),
  }
}

async function importKind(tx: Db, work: ImportContext, name: KindName, rows: readonly ArchiveRow[]): Promise<void> {
  const importId = work.state.id
  const mapRows = <T>(take: (row: ArchiveRow, refs: KeyMap) => T | null, of = rows): Promise<T[]> =>
    withKeyMap(tx, importId, (refs) => of.flatMap((row) => take(row, refs) ?? []))
  if (name === 'columns') {
    const context = { siteId: work.state.siteId, folders: work.folders }
    return insert(tx, name, await mapRows((row, refs) => convertColumn(row, refs, context)))
  }
  if (name === 'contents' || name === 'revisions' || name === 'events') {
    const place = await entryContext(tx, work)
    if (name === 'contents') {
      const clean = await sanitizeTexts(rows, 'values', (row) => place.columns.get(Number(row['classId'])))
      return insertEntries(tx, await mapRows((row, refs) => convertEntry(row, refs, place), clean))
    }
    const columnsByEntry = await columnsOfEntries(tx, work, rows)
    const isImported = (row: ArchiveRow): boolean => columnsByEntry.has(Number(row['contentId']))
    if (name === 'events')
      return insert(tx, name, await mapRows((row, refs) => (isImported(row) ? convertEvent(row, refs, place) : null)))
    const columnOf = (row: ArchiveRow) => columnsByEntry.get(Number(row['contentId']))
    const clean = await sanitizeTexts(rows.filter(isImported), 'fields', columnOf)
    return insert(tx, name, await mapRows((row, refs) => convertRevision(row, refs, place, columnOf(row)), clean))
  }
  const convert = converterOf(name)
  return insert(tx, name, await mapRows((row, refs) => convert(row, refs, work.rows)))
}

/** Rows per statement: databases limit the number of bound values. */
const ROWS_PER_INSERT = 200

async function insert(tx: Db, name: KindName, rows: readonly object[]): Promise<void> {
  for (const part of splitIntoBatches(rows, ROWS_PER_INSERT))
    await tx.insertInto(kindOf(name).table).values(part).execute()
}

const contexts = new WeakMap<ImportState, Promise<EntryImportContext>>()

/** The imported columns, read once: columns are imported before entries. */
function entryContext(tx: Db, work: ImportContext): Promise<EntryImportContext> {
  const cached = contexts.get(work.state)
  if (cached) return cached
  const context = readEntryContext(tx, work)
  contexts.set(work.state, context)
  return context
}

async function readEntryContext(tx: Db, { state, archive }: ImportContext): Promise<EntryImportContext> {
  const { siteId, id } = state
  const rows = await tx.selectFrom('site_column').selectAll().where('siteId', '=', siteId).execute()
  const byId = new Map(rows.map((row) => [row.id, toContentColumn(row)]))
  const ids = await readMapping(tx, id, 'columns')
  const columns = new Map(
    [...ids].flatMap(([old, now]) => {
      const column = byId.get(now)
      return column ? [[old, column] as const] : []
    }),
  )
  const patterns = rows.flatMap(({ frontDetailUrl }) => JSON.parse(frontDetailUrl) as string[])
  return { siteId, columns, links: createLinkRewriter(patterns, archive.head.site.domain.split(',')) }
}

/**
 * Columns of the entries that the rows belong to, by entry id in the archive. Entries that were not imported are
 * missing.
 */
async function columnsOfEntries(
  tx: Db,
  work: ImportContext,
  rows: readonly ArchiveRow[],
): Promise<ReadonlyMap<number, ContentColumn>> {
  const { columns } = await entryContext(tx, work)
  const byId = new Map([...columns.values()].map((column) => [column.id, column]))
  const pairs = await withKeyMap(tx, work.state.id, (refs) =>
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
export async function runStep(work: ImportContext, step: Step, report: (done: number) => Promise<void>): Promise<void> {
  const { archive, state } = work
  const from = state.step === step.name ? state.line : 0
  for await (const part of archive.lines(step.lines, step.size, from)) {
    await report(part.from)
    const now = { step: step.name, line: part.from + part.rows.length }
    await step.run(work, part.rows, part.from, (tx) => advanceImport(tx, state, now))
    Object.assign(state, now)
  }
}
