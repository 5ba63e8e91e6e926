import { type DependencyKey, Fingerprints, toOwnKey } from './dependencies.ts'
import { hashOf } from './hash.ts'
import type { Paging } from './pageState.ts'
import { withPageNumber, type PageProblem, type PlannedPage, planSite, type SitePlan } from './plan.ts'
import { Renderer } from './render.ts'
import type { SiteIndex } from './siteIndex.ts'
import { pageCount } from './tags/blockTags.ts'

/** The record of a built page, from which the next build decides whether to rebuild it. */
export interface BuiltPage {
  page: PlannedPage
  /** Hash of the HTML; null: rendering failed, and an earlier page stays. */
  hash: string | null
  /** Pages with equal dependencies share the same array. */
  dependencies: readonly DependencyKey[]
  /** Fingerprint of the dependencies at the time of the build. */
  fingerprint: string
  paging: Paging | null
  problem: PageProblem | null
}

export type BuiltSite = ReadonlyMap<string, BuiltPage>

/** The result of a step of a build. */
export interface BuildStep {
  built: BuiltPage
  /** New content; null: unchanged. */
  html: string | null
  done: number
  /** Number of pages, as far as known. */
  total: number
}

interface BuildScope {
  /** Columns whose pages are built; null: all. The home page is always included. */
  columns: ReadonlySet<number> | null
}

interface BuildPlan {
  steps: Generator<BuildStep, void>
  /** Problems of the plan; complete after the last step. */
  problems: readonly PageProblem[]
}

/**
 * Builds incrementally: a page is rendered again when the fingerprint of its dependencies has changed. The result
 * depends only on the data, not on earlier builds.
 */
export function buildSite(index: SiteIndex, before: BuiltSite, { columns }: BuildScope): BuildPlan {
  const plan = planSite(index)
  const isLookedAt = ({ columnId }: PlannedPage): boolean => columns === null || columnId === 0 || columns.has(columnId)
  return { problems: plan.problems, steps: buildSteps(index, before, plan, plan.pages.filter(isLookedAt)) }
}

function* buildSteps(
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
      isSamePage(known.page, page) &&
      known.fingerprint === fingerprints.together(known.dependencies, page.entryId)
    )
      return { built: known, html: null, done, total }
    const { html, problem, dependencies: keys, paging } = renderer.render(page)
    const dependencies = shareKeys(
      once,
      keys.map((key) => toOwnKey(key, page.entryId)),
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
    const more = Array.from({ length: count - 1 }, (_none, at) => withPageNumber(page, at + 2)).filter((each) =>
      plan.addFurther(each),
    )
    total += more.length
    yield { ...first, total }
    for (const each of more) yield step(each)
  }
}

/** Returns one array for equal keys, because a large site would otherwise store the keys of its lists once per page. */
function shareKeys(
  known: Map<string, readonly DependencyKey[]>,
  keys: readonly DependencyKey[],
): readonly DependencyKey[] {
  const name = keys.join('\n')
  const first = known.get(name) ?? keys
  known.set(name, first)
  return first
}

const isSamePage = (a: PlannedPage, b: PlannedPage): boolean =>
  a.template === b.template &&
  a.kind === b.kind &&
  a.columnId === b.columnId &&
  a.entryId === b.entryId &&
  a.number === b.number
