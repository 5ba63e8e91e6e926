import { getHeapStatistics } from 'node:v8'
import {
  addressOf,
  numbered,
  type PageProblem,
  type PlannedPage,
  planSite,
  Renderer,
  type SiteData,
  SiteIndex,
  sourceOf,
} from '#engine/index.ts'
import { readTemplateFolder } from '#services/sync/check/folder.ts'

/** A page that can be picked. */
export interface PreviewPage {
  /** Address on the site. */
  address: string
  title: string
}

export type DrawJob = { kind: 'page'; root: string; path: string } | { kind: 'pages'; root: string }

export interface DrawnPreview {
  /** Is it a page of the site at all? */
  isPage: boolean
  html: string | null
  problem: PageProblem | null
}

export interface DrawAnswers {
  page: DrawnPreview
  pages: PreviewPage[]
}

/** What the drawing thread does; `data` null: nothing is known of a site yet. */
export function answerJob(job: DrawJob, data: SiteData | null): DrawAnswers[DrawJob['kind']] {
  const folder = readTemplateFolder(job.root)
  const index = data && new SiteIndex({ ...sourceOf(data, folder), room })
  if (job.kind === 'page') return index ? drawPage(index, job.path) : { isPage: false, html: null, problem: null }
  return index ? pagesOf(index) : []
}

/** What a template makes must fit into this thread: the program ends with it otherwise. */
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

/** The pages to choose from, in the order of the tree of columns; of a column's entries the first. */
function pagesOf(index: SiteIndex): PreviewPage[] {
  const seen = new Set<number>()
  const places = new Map(
    index
      .below(0)
      .flatMap((top) => index.branch(top))
      .map(({ id }, at) => [id, at]),
  )
  const placeOf = ({ kind, columnId }: PlannedPage): number =>
    kind === 'home' ? -1 : kind === 'notFound' ? places.size : (places.get(columnId) ?? places.size)
  const inOrder = planSite(index).pages.toSorted((one, other) => placeOf(one) - placeOf(other))
  return inOrder.flatMap(({ kind, path, columnId, entryId }) => {
    const column = index.column(columnId)?.title ?? ''
    const address = addressOf(path)
    if (kind === 'home') return [{ address, title: '网站首页' }]
    if (kind === 'notFound') return [{ address, title: '404 页' }]
    if (kind === 'column') return [{ address, title: column }]
    if (seen.has(columnId)) return []
    seen.add(columnId)
    return [{ address, title: `${column} · 详情：${index.entry(entryId)?.title ?? ''}` }]
  })
}
