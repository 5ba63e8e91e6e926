import { toAddress } from './addresses.ts'
import { type PlannedPage, planSite } from './plan.ts'
import type { SiteIndex } from './siteIndex.ts'

/** A page that can be chosen for a preview. */
export interface PreviewablePage {
  page: PlannedPage
  /** Address on the site. */
  address: string
  title: string
}

/** The pages that can be previewed, in the order of the column tree; for each column only its first entry. */
export function listPreviewablePages(
  index: SiteIndex,
  planned: readonly PlannedPage[] = planSite(index).pages,
): PreviewablePage[] {
  const seen = new Set<number>()
  const places = new Map(
    index
      .below(0)
      .flatMap((top) => index.withDescendants(top))
      .map(({ id }, at) => [id, at]),
  )
  const placeOf = ({ kind, columnId }: PlannedPage): number =>
    kind === 'home' ? -1 : kind === 'notFound' ? places.size : (places.get(columnId) ?? places.size)
  const shown = planned.filter(({ kind, columnId }) => {
    if (kind !== 'entry') return true
    if (seen.has(columnId)) return false
    seen.add(columnId)
    return true
  })
  return shown
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((page) => ({ page, address: toAddress(page.path), title: titleOf(index, page) }))
}

function titleOf(index: SiteIndex, { kind, columnId, entryId }: PlannedPage): string {
  const column = index.column(columnId)?.title ?? ''
  if (kind === 'home') return '网站首页'
  if (kind === 'notFound') return '404 页'
  return kind === 'column' ? column : `${column} · 详情：${index.entry(entryId)?.title ?? ''}`
}
