import { getHeapStatistics } from 'node:v8'
import {
  withPageNumber,
  type PageProblem,
  listPreviewablePages,
  type PlannedPage,
  planSite,
  Renderer,
  type SiteData,
  SiteIndex,
  createDataSource,
} from '#engine/index.ts'
import { readTemplateFolder } from '#services/templateCheck/folder.ts'

/** A page offered for selection. */
interface PreviewPage {
  /** Address on the site. */
  address: string
  title: string
}

export type DrawJob = { kind: 'page'; root: string; path: string } | { kind: 'pages'; root: string }

interface DrawnPreview {
  /** Whether the path is a page of the site. */
  isPage: boolean
  html: string | null
  problem: PageProblem | null
}

export interface DrawAnswers {
  page: DrawnPreview
  pages: PreviewPage[]
}

/** Runs a job on the drawing thread; `data` null: no site is known yet. */
export function runDrawJob(job: DrawJob, data: SiteData | null): DrawAnswers[DrawJob['kind']] {
  const folder = readTemplateFolder(job.root)
  const index = data && new SiteIndex({ ...createDataSource(data, folder), freeHeapBytes: readFreeHeapBytes })
  if (job.kind === 'page') return index ? drawPage(index, job.path) : { isPage: false, html: null, problem: null }
  return index ? listPreviewablePages(index).map(({ address, title }) => ({ address, title })) : []
}

/** Free heap: a template's output must fit into this thread, because running out of memory would end the program. */
function readFreeHeapBytes(): number {
  const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics()
  return limit - used
}

function drawPage(index: SiteIndex, path: string): DrawnPreview {
  const { pages, problems } = planSite(index)
  const page = pages.find((each) => each.path === path) ?? findLaterPage(pages, path)
  if (!page) {
    const problem = problems.find((each) => each.page === path || each.page === `/${path}`) ?? null
    return { isPage: problem !== null, html: null, problem }
  }
  const { html, problem } = new Renderer(index, { trace: true }).render(page)
  return { isPage: true, html, problem }
}

/** `news/index_2.html` is the second page of `news/index.html`. */
function findLaterPage(pages: readonly PlannedPage[], path: string): PlannedPage | undefined {
  const [, start, number, end] = /^(.*)_(\d{1,4})(\.\w+)$/.exec(path) ?? []
  const first = pages.find((each) => each.kind === 'column' && each.path === `${start ?? ''}${end ?? ''}`)
  return first && withPageNumber(first, Number(number))
}
