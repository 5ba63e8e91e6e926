import { DEPENDS, type DependencyKey } from './dependencies.ts'
import { ArticleThing, ColumnThing, SiteThing } from './drops.ts'
import { templateError } from './errors.ts'
import { globalsOf, type Limits, LIMITS, PageState, type Paging, type Unsaved } from './pageState.ts'
import type { PageProblem, PlannedPage } from './plan.ts'
import { seoOf } from './seo.ts'
import type { SiteIndex } from './siteIndex.ts'
import { withSiteCode } from './tags/code.ts'
import { SiteLiquid } from './templates.ts'

/** A page as it was drawn. */
export interface DrawnPage {
  /** null: it could not be drawn. */
  html: string | null
  problem: PageProblem | null
  /** What it was made from; also of one that failed, which is tried again when that changes. */
  dependencies: DependencyKey[]
  /** Of a list that is cut into pages. */
  paging: Paging | null
}

interface DrawOptions {
  limits?: Limits
  unsaved?: Unsaved | null
}

/** Draws the pages of one site, one after the other. Its own, as a thread may be ended in the middle of a page. */
export class Renderer {
  readonly #index: SiteIndex
  readonly #liquid: SiteLiquid

  /** @param options trace: elements say where they come from, for a preview */
  constructor(index: SiteIndex, { trace = false }: { trace?: boolean } = {}) {
    this.#index = index
    this.#liquid = new SiteLiquid({ trace })
  }

  draw(page: PlannedPage, { limits = LIMITS, unsaved = null }: DrawOptions = {}): DrawnPage {
    const first = this.#once(page, { limits, unsaved, paging: null })
    if (!first.state.askedTooEarly || first.state.paging === null || first.drawn.html === null) return first.drawn
    // The page numbers stand above the list: now that is known how many there are, they can be drawn.
    return this.#once(page, { limits, unsaved, paging: first.state.paging }).drawn
  }

  #once(
    page: PlannedPage,
    how: { limits: Limits; unsaved: Unsaved | null; paging: Paging | null },
  ): { drawn: DrawnPage; state: PageState } {
    const state = new PageState(this.#index, page, how)
    if (state.entry) state.dependsOn(DEPENDS.entry(state.entry.id))
    state.dependsOn(DEPENDS.site)
    try {
      const html = withSiteCode(
        state,
        this.#liquid.draw(page.template, state, globalsOf(state, valuesOf(state))),
        this.#liquid.used,
      )
      return { state, drawn: { html, problem: null, dependencies: state.dependencies, paging: state.paging } }
    } catch (thrown) {
      const { file, line, message } = templateError(thrown)
      const problem = { page: page.path, file: file || page.template, line, message }
      return { state, drawn: { html: null, problem, dependencies: state.dependencies, paging: state.paging } }
    }
  }
}

/** The variables of a template; each is made when it is asked for, and asking for it is noted. */
const valuesOf = (state: PageState): object => ({
  site: new SiteThing(state),
  get column() {
    return state.column && new ColumnThing(state, state.column)
  },
  get article() {
    return state.entry && new ArticleThing(state, state.entry)
  },
  get seo() {
    return seoOf(state)
  },
  get page() {
    const { number, path, kind } = state.page
    return { number, path: `/${path}`, kind, isHome: kind === 'home' }
  },
  get top() {
    const { column, index } = state
    return column && new ColumnThing(state, index.way(column)[0] ?? column)
  },
})
