import { join } from 'node:path'
import {
  addressOf,
  type BuiltPage,
  buildSite,
  hashOf,
  NOT_FOUND_PAGE,
  type PageProblem,
  type PlannedPage,
  robotsOf,
  type SiteIndex,
  sitemapOf,
} from '#engine/index.ts'
import { NOT_FOUND_HTML } from './notFoundPage.ts'
import { Output } from './output.ts'
import type { Slot } from './folders.ts'
import type { SlotRecord } from './slotRecord.ts'

/** What a build thread is told. */
export interface BuildTask {
  /** Absolute: where the site's slots lie. */
  folder: string
  /** Absolute: the template's files. */
  templateDir: string
  /** Columns whose pages are looked at; null: all. */
  columns: number[] | null
}

export interface BuildProgress {
  done: number
  total: number
  page: string
}

/** What a build did. The slot is complete, but visitors don't see it yet. */
export interface BuildResult {
  slot: Slot
  pages: number
  /** Files that are new or differ from before. */
  written: number
  removed: number
  problems: PageProblem[]
  /** Pages that have another address than before. */
  moved: { from: string; to: string }[]
  /** Addresses of all pages. */
  addresses: string[]
}

/** More than anybody reads. */
const MOST_PROBLEMS = 200
/** Progress is said after so many pages that were looked at. */
const SAY_EVERY = 20
/** Templates, and what is the designer's own. */
const NO_ASSET = /(?:^|\/)\.|\.(?:html?|liquid)$/i

/** Builds a site into the slot that visitors don't see. Runs in a thread: its writing is synchronous. */
export function buildInto(index: SiteIndex, task: BuildTask, say: (progress: BuildProgress) => void): BuildResult {
  const output = new Output(task.folder)
  try {
    return buildWith(output, index, task, say)
  } finally {
    output.close()
  }
}

function buildWith(
  output: Output,
  index: SiteIndex,
  task: BuildTask,
  say: (progress: BuildProgress) => void,
): BuildResult {
  const { before } = output
  const columns = task.columns && new Set(task.columns)
  const { steps, problems: planned } = buildSite(index, before.pages, { columns })
  const record: SlotRecord = { pages: keptPages(index, before.pages, columns), files: new Map() }
  const keep = (path: string): void => {
    const known = before.files.get(path)
    if (known !== undefined) record.files.set(path, known)
  }
  for (const path of record.pages.keys()) keep(path)
  const put = (path: string, revision: string, write: () => void): void => {
    if (before.files.get(path) !== revision) write()
    record.files.set(path, revision)
  }
  for (const { built, html, done, total } of steps) {
    const { path } = built.page
    record.pages.set(path, built)
    if (built.hash === null) keep(path)
    else if (html === null && before.files.get(path) === built.hash) keep(path)
    else if (html !== null) put(path, built.hash, () => output.write(path, html))
    if (done % SAY_EVERY === 0 || done === total) say({ done, total, page: path })
  }
  for (const [path, { revision }] of index.source.files)
    if (!NO_ASSET.test(path) && !record.files.has(path))
      put(path, revision, () => output.copy(path, join(task.templateDir, path)))
  const text = (path: string, content: string | null): void => {
    if (content !== null && !record.files.has(path)) put(path, hashOf(content), () => output.write(path, content))
  }
  text('sitemap.xml', sitemapOf(index, visible(record.pages)))
  text('robots.txt', robotsOf(index))
  text(NOT_FOUND_PAGE, NOT_FOUND_HTML)
  const { written } = output
  const removed = output.finish(record)
  const problems = [...planned, ...[...record.pages.values()].flatMap(({ problem }) => problem ?? [])]
  return {
    slot: output.slot,
    pages: visible(record.pages).length,
    written,
    removed,
    problems: problems.slice(0, MOST_PROBLEMS),
    moved: movedPages(before.pages, record.pages),
    addresses: visible(record.pages).map(({ path }) => addressOf(path)),
  }
}

/** Pages of columns that are there but not looked at stay as they are. */
function keptPages(
  index: SiteIndex,
  before: ReadonlyMap<string, BuiltPage>,
  columns: ReadonlySet<number> | null,
): Map<string, BuiltPage> {
  if (columns === null) return new Map()
  const isKept = ({ page }: BuiltPage): boolean => page.columnId !== 0 && !columns.has(page.columnId)
  return new Map([...before].filter(([, built]) => isKept(built) && index.column(built.page.columnId) !== undefined))
}

/** Pages that are gone while the same thing has a page at another address. */
function movedPages(before: ReadonlyMap<string, BuiltPage>, now: ReadonlyMap<string, BuiltPage>): BuildResult['moved'] {
  const nameOf = ({ kind, columnId, entryId, number }: PlannedPage): string =>
    kind === 'entry' ? `entry ${entryId}` : `${kind} ${columnId} ${number}`
  const places = new Map<string, string>()
  for (const page of visible(now)) if (!places.has(nameOf(page))) places.set(nameOf(page), page.path)
  return visible(before)
    .filter(({ path }) => !now.has(path))
    .flatMap((page) => {
      const to = places.get(nameOf(page))
      return to === undefined || to === page.path ? [] : [{ from: addressOf(page.path), to: addressOf(to) }]
    })
}

const visible = (pages: ReadonlyMap<string, BuiltPage>) =>
  [...pages.values()].filter(({ hash }) => hash !== null).map(({ page }) => page)
