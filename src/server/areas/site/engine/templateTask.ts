import {
  type RenderedPage,
  LIMITS,
  type PageProblem,
  type PreviewablePage,
  listPreviewablePages,
  type PlannedPage,
  planSite,
  Renderer,
  type SiteIndex,
} from '#engine/index.ts'

/** A preview of one file of a template. */
export interface TemplateTask {
  /** Path of the file in the template's folder. */
  path: string
  /** Address of the page; '': the first page that uses the file. */
  address: string
}

export interface DrawnTemplate {
  /** null: the page could not be drawn. */
  html: string | null
  problem: PageProblem | null
  /** Pages to choose from; `uses`: the page uses the file. */
  pages: { address: string; title: string; uses: boolean }[]
  /** Address of the drawn page; '': the site has no pages. */
  address: string
  /** No page uses the file, so it replaced the page's own template. */
  isInstead: boolean
}

/** Time limits for finding the pages that use the file, and for one of them, ms. */
const MAX_SEARCH_MS = 2000
const MAX_PAGE_MS = 1000

/** Typical file names of templates for a single article. */
const ENTRY_FILE_NAME = /detail|article|show|single|content|view/i

/** Draws a page with the given template files, saved or not. */
export function drawTemplate(index: SiteIndex, { path, address }: TemplateTask): DrawnTemplate {
  const { pages: planned, problems } = planSite(index)
  const shown = listPreviewablePages(index, planned)
  const renderer = new Renderer(index)
  const using = findPagesUsing(path, shown, renderer)
  const pages = shown.map((each) => ({ address: each.address, title: each.title, uses: using.has(each.page) }))
  const isInstead = using.size === 0 && /\.html?$/i.test(path)
  const chosen = shown.find((each) => each.address === address) ?? chooseDefaultPage(path, shown, using)
  if (!chosen) return { html: null, problem: problems[0] ?? null, pages, address: '', isInstead: false }
  const page = isInstead ? { ...chosen.page, template: path } : chosen.page
  const { html, problem } = renderer.render(page)
  return { html, problem, pages, address: chosen.address, isInstead }
}

/** Finds the pages that use a file. Pages with the same template count as one, and slow templates are skipped. */
function findPagesUsing(path: string, shown: readonly PreviewablePage[], renderer: Renderer): Set<PlannedPage> {
  const keys = new Set([`file:${path}`, `has:${path}`])
  const until = performance.now() + MAX_SEARCH_MS
  const usesByTemplate = new Map<string, boolean>()
  const uses = ({ page }: PreviewablePage): boolean => {
    const answer =
      usesByTemplate.get(page.template) ?? (performance.now() < until && hasDependency(keys, drawFast(renderer, page)))
    usesByTemplate.set(page.template, answer)
    return answer
  }
  return new Set(shown.filter(uses).map(({ page }) => page))
}

const drawFast = (renderer: Renderer, page: PlannedPage): RenderedPage =>
  renderer.render(page, { limits: { ...LIMITS, timeoutMs: MAX_PAGE_MS } })
const hasDependency = (keys: ReadonlySet<string>, { dependencies }: RenderedPage): boolean =>
  dependencies.some((key) => keys.has(key))

/** The page that shows a file best: a page of this template, else one that includes it, else one of its kind. */
function chooseDefaultPage(
  path: string,
  shown: readonly PreviewablePage[],
  using: ReadonlySet<PlannedPage>,
): PreviewablePage | undefined {
  const users = shown.filter(({ page }) => using.has(page))
  const ownPage = users.find(({ page }) => page.template === path) ?? users[0]
  if (ownPage || !/\.html?$/i.test(path)) return ownPage ?? shown[0]
  const name = path.slice(path.lastIndexOf('/') + 1)
  const kind = ENTRY_FILE_NAME.test(name) ? 'entry' : /index|home/i.test(name) ? 'home' : 'column'
  return shown.find(({ page }) => page.kind === kind) ?? shown[0]
}
