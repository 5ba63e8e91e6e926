import { join } from 'node:path'
import {
  toAddress,
  type BuiltPage,
  buildSite,
  hashOf,
  isAsset,
  NOT_FOUND_PAGE,
  type PageProblem,
  type PlannedPage,
  createRobots,
  type SiteIndex,
  createSitemap,
} from '#engine/index.ts'
import { redirectKey } from '#shared/domain/redirects.ts'
import type { EntryPage } from './entryPages.ts'
import { NOT_FOUND_HTML } from './notFoundPage.ts'
import { Output } from './output.ts'
import type { Slot } from '#server/storage/siteFolders.ts'
import type { SlotRecord } from './slotRecord.ts'

/** Input of a build thread. */
export interface BuildTask {
  /** Absolute path of the site's slots. */
  folder: string
  /** Absolute path of the template's files. */
  templateDir: string
  /** Columns to build; null: all. */
  columns: number[] | null
  /** Former addresses (redirectKey) for which earlier builds created redirects. */
  redirected: string[]
}

export interface BuildProgress {
  done: number
  total: number
  page: string
}

/** Result of a build. The slot is complete but not public yet. */
export interface BuildResult {
  slot: Slot
  pages: number
  /** New or changed files. */
  written: number
  removed: number
  problems: PageProblem[]
  /** Pages whose address has changed. */
  moved: { from: string; to: string }[]
  /** Former addresses that are pages again. */
  restoredAddresses: string[]
  entryPages: EntryPage[]
}

/** Maximum number of reported problems. */
const MAX_PROBLEMS = 200
/** Interval of progress messages, ms; each one interrupts the server. */
const PROGRESS_INTERVAL_MS = 50

/** Builds a site into the inactive slot. Runs in a thread, because it writes synchronously. */
export function buildIntoSlot(index: SiteIndex, task: BuildTask, say: (progress: BuildProgress) => void): BuildResult {
  const output = new Output(task.folder)
  try {
    return buildSlot(output, index, task, say)
  } finally {
    output.close()
  }
}

function buildSlot(
  output: Output,
  index: SiteIndex,
  task: BuildTask,
  say: (progress: BuildProgress) => void,
): BuildResult {
  const { before } = output
  const columns = task.columns && new Set(task.columns)
  const { steps, problems: planned } = buildSite(index, before.pages, { columns })
  const record: SlotRecord = { pages: selectUnchangedPages(index, before.pages, columns), files: new Map() }
  const recordUnchanged = (path: string): void => {
    const known = before.files.get(path)
    if (known !== undefined) record.files.set(path, known)
  }
  for (const path of record.pages.keys()) recordUnchanged(path)
  const writeIfChanged = (path: string, revision: string, write: () => void): void => {
    if (before.files.get(path) !== revision) write()
    record.files.set(path, revision)
  }
  let reportedAt = 0
  for (const { built, html, done, total } of steps) {
    const { path } = built.page
    record.pages.set(path, built)
    if (built.hash === null) recordUnchanged(path)
    else if (html === null && before.files.get(path) === built.hash) recordUnchanged(path)
    else if (html !== null) writeIfChanged(path, built.hash, () => output.write(path, html))
    if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS && done < total) continue
    say({ done, total, page: path })
    reportedAt = performance.now()
  }
  for (const [path, { revision }] of index.source.files)
    if (isAsset(path) && !record.files.has(path))
      writeIfChanged(path, revision, () => output.copy(path, join(task.templateDir, path)))
  const writeText = (path: string, content: string | null): void => {
    if (content !== null && !record.files.has(path))
      writeIfChanged(path, hashOf(content), () => output.write(path, content))
  }
  const pages = selectExistingPages(record.pages)
  writeText('sitemap.xml', createSitemap(index, pages))
  writeText('robots.txt', createRobots(index))
  writeText(NOT_FOUND_PAGE, NOT_FOUND_HTML)
  const { written } = output
  const removed = output.finish(record)
  const problems = [...planned, ...[...record.pages.values()].flatMap(({ problem }) => problem ?? [])]
  return {
    slot: output.slot,
    pages: pages.length,
    written,
    removed,
    problems: problems.slice(0, MAX_PROBLEMS),
    moved: findMovedPages(before.pages, record.pages),
    restoredAddresses: findRestoredAddresses(pages, task.redirected),
    entryPages: entryPagesOf(record),
  }
}

/** The pages of existing columns that are not part of this build, which stay unchanged. */
function selectUnchangedPages(
  index: SiteIndex,
  before: ReadonlyMap<string, BuiltPage>,
  columns: ReadonlySet<number> | null,
): Map<string, BuiltPage> {
  if (columns === null) return new Map()
  const isKept = ({ page }: BuiltPage): boolean => page.columnId !== 0 && !columns.has(page.columnId)
  return new Map([...before].filter(([, built]) => isKept(built) && index.column(built.page.columnId) !== undefined))
}

/** Pages whose column or entry has a page at another address now. */
function findMovedPages(
  before: ReadonlyMap<string, BuiltPage>,
  now: ReadonlyMap<string, BuiltPage>,
): BuildResult['moved'] {
  const nameOf = ({ kind, columnId, entryId, number }: PlannedPage): string =>
    kind === 'entry' ? `entry ${entryId}` : `${kind} ${columnId} ${number}`
  const gone = selectExistingPages(before).filter(({ path }) => !now.has(path))
  if (gone.length === 0) return []
  const places = new Map<string, string>()
  for (const page of selectExistingPages(now)) if (!places.has(nameOf(page))) places.set(nameOf(page), page.path)
  return gone.flatMap((page) => {
    const to = places.get(nameOf(page))
    return to === undefined || to === page.path ? [] : [{ from: toAddress(page.path), to: toAddress(to) }]
  })
}

/** The first page of each entry, and of each single article the page of its column. */
function entryPagesOf({ pages, files }: SlotRecord): EntryPage[] {
  const found = new Map<number, EntryPage>()
  for (const { page, problem } of pages.values()) {
    const { entryId, number, path } = page
    const revision = files.get(path) ?? ''
    if (entryId === 0 || number > 1 || (found.get(entryId)?.revision ?? '') !== '') continue
    found.set(entryId, { contentId: entryId, path, revision, problem: problem?.message ?? '' })
  }
  return [...found.values()]
}

function findRestoredAddresses(pages: readonly PlannedPage[], redirected: readonly string[]): string[] {
  if (redirected.length === 0) return []
  const now = new Set(pages.map(({ path }) => redirectKey(toAddress(path))))
  return redirected.filter((key) => now.has(key))
}

const selectExistingPages = (pages: ReadonlyMap<string, BuiltPage>) =>
  [...pages.values()].filter(({ hash }) => hash !== null).map(({ page }) => page)
