/** A file of a release or of a target's state. `digest` differs whenever the bytes do. */
export interface ReleaseFile {
  path: string
  digest: string
  sizeBytes: number
}

/** What a deployment has to do. Order matters: nothing is referred to before it is there, nothing is removed while it is referred to. */
export interface DeployPlan {
  /** Groups that follow each other: parts of pages, pages, then lists of pages (feeds, site maps). */
  writes: ReleaseFile[][]
  /** Paths. */
  removals: string[]
  bytes: number
}

const PAGE = /\.(?:html?|shtml)$/i
const LIST = /(?:^|\/)(?:sitemap[\w-]*\.xml|robots\.txt|rss\.xml|atom\.xml|feed\.xml)$|\.(?:rss|atom)$/i

/** 0 parts of pages, 1 pages, 2 lists of pages. */
const rankOf = (path: string): 0 | 1 | 2 => (LIST.test(path) ? 2 : PAGE.test(path) ? 1 : 0)

/**
 * Compares a release with what lies at the target.
 * @param before by path: what lies there as far as is known
 */
export function planDeploy(
  release: readonly ReleaseFile[],
  before: ReadonlyMap<string, Pick<ReleaseFile, 'digest'>>,
): DeployPlan {
  const writes: ReleaseFile[][] = [[], [], []]
  const paths = new Set<string>()
  let bytes = 0
  for (const file of release) {
    paths.add(file.path)
    if (before.get(file.path)?.digest === file.digest) continue
    writes[rankOf(file.path)]?.push(file)
    bytes += file.sizeBytes
  }
  const removals = [...before.keys()].filter((path) => !paths.has(path))
  // Pages that lead to others go before those; parts of pages at the end.
  removals.sort((a, b) => rankOf(b) - rankOf(a) || (a < b ? -1 : 1))
  return { writes, removals, bytes }
}

/** Removals in the order of a plan, parted where those before have to be done first: lists of pages, pages, parts of pages. */
export const removalGroups = ({ removals }: DeployPlan): string[][] =>
  [2, 1, 0].map((rank) => removals.filter((path) => rankOf(path) === rank)).filter(({ length }) => length > 0)

/** A deployment that removes more than a third of at least this many pages asks first: more likely a mistake than a wish. */
const FEW_PAGES = 6

/** Does the plan remove so many pages that a person has to agree? */
export function isRiskyRemoval(plan: DeployPlan, before: Iterable<string>): boolean {
  const pages = [...before].filter((path) => PAGE.test(path)).length
  const removed = plan.removals.filter((path) => PAGE.test(path)).length
  return pages >= FEW_PAGES && removed * 3 > pages
}
