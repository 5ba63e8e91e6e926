import { DEPENDENCY, type DependencyKey } from './dependencies.ts'
import { ArticleThing, ColumnThing, SiteThing } from './drops.ts'
import { toTemplateError } from './errors.ts'
import { globalsOf, type RenderLimits, LIMITS, PageState, type Paging, type UnsavedTexts } from './pageState.ts'
import type { PageProblem, PlannedPage } from './plan.ts'
import { computeSeo } from './seo.ts'
import type { SiteIndex } from './siteIndex.ts'
import { withSiteCode } from './tags/lineTags.ts'
import { SiteLiquid } from './siteLiquid.ts'

/** A rendered page. */
export interface RenderedPage {
  /** null: rendering failed. */
  html: string | null
  problem: PageProblem | null
  /** Dependencies; also of a failed page, which is retried when they change. */
  dependencies: DependencyKey[]
  /** Paging of a list with several pages. */
  paging: Paging | null
}

interface DrawOptions {
  limits?: RenderLimits
  unsaved?: UnsavedTexts | null
}

/** Renders the pages of one site, one after the other. */
export class Renderer {
  readonly #index: SiteIndex
  readonly #liquid: SiteLiquid

  /** @param options trace: elements get their template position, for a preview */
  constructor(index: SiteIndex, { trace = false }: { trace?: boolean } = {}) {
    this.#index = index
    this.#liquid = new SiteLiquid({ trace })
  }

  render(page: PlannedPage, { limits = LIMITS, unsaved = null }: DrawOptions = {}): RenderedPage {
    const first = this.#once(page, { limits, unsaved, paging: null })
    if (!first.state.isPagingMissing || first.state.paging === null || first.drawn.html === null) return first.drawn
    // The page numbers are above the list: now the paging is known, so the page is rendered again.
    return this.#once(page, { limits, unsaved, paging: first.state.paging }).drawn
  }

  #once(
    page: PlannedPage,
    how: { limits: RenderLimits; unsaved: UnsavedTexts | null; paging: Paging | null },
  ): { drawn: RenderedPage; state: PageState } {
    const state = new PageState(this.#index, page, how)
    if (state.entry) state.dependsOn(DEPENDENCY.entry(state.entry.id))
    state.dependsOn(DEPENDENCY.site)
    try {
      const html = withSiteCode(
        state,
        this.#liquid.draw(page.template, state, globalsOf(state, valuesOf(state))),
        this.#liquid.used,
      )
      return { state, drawn: { html, problem: null, dependencies: state.dependencies, paging: state.paging } }
    } catch (thrown) {
      const { file, line, message } = toTemplateError(thrown)
      const problem = { page: page.path, file: file || page.template, line, message }
      return { state, drawn: { html: null, problem, dependencies: state.dependencies, paging: state.paging } }
    }
  }
}

/** The variables of a template; getters create each on access, which is recorded. */
const valuesOf = (state: PageState): object => ({
  site: new SiteThing(state),
  get column() {
    return state.column && new ColumnThing(state, state.column)
  },
  get article() {
    return state.entry && new ArticleThing(state, state.entry)
  },
  get seo() {
    return computeSeo(state)
  },
  get page() {
    const { number, path, kind } = state.page
    return { number, path: `/${path}`, kind, isHome: kind === 'home' }
  },
  get top() {
    const { column, index } = state
    return column && new ColumnThing(state, index.pathTo(column)[0] ?? column)
  },
})
