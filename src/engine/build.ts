import { type DependencyKey, Fingerprints, ownKey } from './dependencies.ts'
import { hashOf } from './hash.ts'
import type { Paging } from './pageState.ts'
import { numbered, type PageProblem, type PlannedPage, planSite, type SitePlan } from './plan.ts'
import { Renderer } from './render.ts'
import type { SiteIndex } from './siteIndex.ts'
import { pageCount } from './tags/places.ts'

/** What is kept of a page that was built, to know whether it has to be built again. */
export interface BuiltPage {
  page: PlannedPage
  /** Of its HTML; null: it could not be drawn, and a page that was there before stays. */
  hash: string | null
  /** The same array for all pages that depend on the same. */
  dependencies: readonly DependencyKey[]
  /** Of the dependencies, when it was built. */
  fingerprint: string
  paging: Paging | null
  problem: PageProblem | null
}

export type BuiltSite = ReadonlyMap<string, BuiltPage>

/** What a step of a build did. */
export interface BuildStep {
  built: BuiltPage
  /** New content; null: the page stays as it is. */
  html: string | null
  done: number
  /** Pages in all, as far as that is known by now. */
  total: number
}

interface BuildScope {
  /** Columns whose pages are looked at; null: all of them. Others stay as they are. The home page is always looked at. */
  columns: ReadonlySet<number> | null
}

interface BuildPlan {
  steps: Generator<BuildStep, void>
  /** Of the plan; all of them are known when the steps are done. */
  problems: readonly PageProblem[]
}

/**
 * Builds what changed since `before`: a page is drawn again when the fingerprint of what it was made from is another one.
 * The same data gives the same pages whatever was built before.
 */
export function buildSite(index: SiteIndex, before: BuiltSite, { columns }: BuildScope): BuildPlan {
  const plan = planSite(index)
  const isLookedAt = ({ columnId }: PlannedPage): boolean => columns === null || columnId === 0 || columns.has(columnId)
  return { problems: plan.problems, steps: steps(index, before, plan, plan.pages.filter(isLookedAt)) }
}

function* steps(
  index: SiteIndex,
  before: BuiltSite,
  plan: SitePlan,
  pages: readonly PlannedPage[],
): Generator<BuildStep, void> {
  const fingerprints = new Fingerprints(index)
  const renderer = new Renderer(index)
  const once = new Map<string, readonly DependencyKey[]>()
  let total = pages.length
  let done = 0
  const step = (page: PlannedPage): BuildStep => {
    done += 1
    const known = before.get(page.path)
    if (
      known &&
      isSame(known.page, page) &&
      known.fingerprint === fingerprints.together(known.dependencies, page.entryId)
    )
      return { built: known, html: null, done, total }
    const { html, problem, dependencies: keys, paging } = renderer.draw(page)
    const dependencies = shared(
      once,
      keys.map((key) => ownKey(key, page.entryId)),
    )
    const hash = html === null ? null : hashOf(html)
    const built = {
      page,
      hash,
      dependencies,
      fingerprint: fingerprints.together(dependencies, page.entryId),
      paging,
      problem,
    }
    return { built, html: hash !== null && hash === known?.hash ? null : html, done, total }
  }
  for (const page of pages) {
    const first = step(page)
    const count = first.built.paging ? pageCount(first.built.paging) : 1
    const more = Array.from({ length: count - 1 }, (_none, at) => numbered(page, at + 2)).filter((each) =>
      plan.further(each),
    )
    total += more.length
    yield { ...first, total }
    for (const each of more) yield step(each)
  }
}

/** One array for all pages: a large site would otherwise hold the names of its lists once per page. */
function shared(
  known: Map<string, readonly DependencyKey[]>,
  keys: readonly DependencyKey[],
): readonly DependencyKey[] {
  const name = keys.join('\n')
  const first = known.get(name) ?? keys
  known.set(name, first)
  return first
}

const isSame = (a: PlannedPage, b: PlannedPage): boolean =>
  a.template === b.template &&
  a.kind === b.kind &&
  a.columnId === b.columnId &&
  a.entryId === b.entryId &&
  a.number === b.number
