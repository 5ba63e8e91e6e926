import { getHeapStatistics } from 'node:v8'
import {
  numbered,
  type PageProblem,
  pagesToShow,
  type PlannedPage,
  planSite,
  Renderer,
  type SiteData,
  SiteIndex,
  sourceOf,
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
export function answerJob(job: DrawJob, data: SiteData | null): DrawAnswers[DrawJob['kind']] {
  const folder = readTemplateFolder(job.root)
  const index = data && new SiteIndex({ ...sourceOf(data, folder), room })
  if (job.kind === 'page') return index ? drawPage(index, job.path) : { isPage: false, html: null, problem: null }
  return index ? pagesToShow(index).map(({ address, title }) => ({ address, title })) : []
}

/** Free heap: a template's output must fit into this thread, because running out of memory would end the program. */
function room(): number {
  const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics()
  return limit - used
}

function drawPage(index: SiteIndex, path: string): DrawnPreview {
  const { pages, problems } = planSite(index)
  const page = pages.find((each) => each.path === path) ?? laterPage(pages, path)
  if (!page) {
    const problem = problems.find((each) => each.page === path || each.page === `/${path}`) ?? null
    return { isPage: problem !== null, html: null, problem }
  }
  const { html, problem } = new Renderer(index, { trace: true }).draw(page)
  return { isPage: true, html, problem }
}

/** `news/index_2.html` is the second page of `news/index.html`. */
function laterPage(pages: readonly PlannedPage[], path: string): PlannedPage | undefined {
  const [, start, number, end] = /^(.*)_(\d{1,4})(\.\w+)$/.exec(path) ?? []
  const first = pages.find((each) => each.kind === 'column' && each.path === `${start ?? ''}${end ?? ''}`)
  return first && numbered(first, Number(number))
}
