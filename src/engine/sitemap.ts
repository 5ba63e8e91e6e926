import { resolveSitemapRule, type ResolvedSitemapRule, type SitemapRule } from '#shared/domain/sitemapRules.ts'
import { toAddress } from './addresses.ts'
import type { ColumnFacts, SiteFacts } from './data.ts'
import type { PlannedPage } from './plan.ts'
import { escapeHtml } from './safeHtml.ts'
import type { SiteIndex } from './siteIndex.ts'

/** Maximum number of pages, as in the sitemap protocol; the newest entries come first. */
const MAX_PAGES = 50_000

/** The site's own address, from its first domain; '' while it has none. */
export function originOf({ domains: [host = ''] }: Pick<SiteFacts, 'domains'>): string {
  if (host === '') return ''
  return (/^https?:\/\//i.test(host) ? host : `https://${host}`).replace(/\/+$/, '')
}

/** A page in the sitemap; '' omits a value. */
interface SitemapEntry {
  page: PlannedPage
  /** `yyyy-MM-dd`. */
  lastmod: string
  frequency: string
  priority: string
}

/** The part of a site that the sitemap needs. */
interface SitemapSource {
  columns: readonly Pick<ColumnFacts, 'id' | 'parentId'>[]
  rules: ReadonlyMap<number, SitemapRule>
  /** The date of an entry; '' when it is not known. */
  dateOf: (entryId: number) => string
}

/** The pages of the sitemap, in order: home page, columns, then entries from new to old. */
export function sitemapEntries(
  { columns, rules, dateOf }: SitemapSource,
  pages: readonly PlannedPage[],
): SitemapEntry[] {
  const parents = new Map(columns.map(({ id, parentId }) => [id, parentId]))
  const known = new Map<number, ResolvedSitemapRule>()
  const factsOf = (columnId: number): ResolvedSitemapRule => {
    const facts = known.get(columnId) ?? resolveSitemapRule(pathTo(columnId, parents).map((id) => rules.get(id)))
    known.set(columnId, facts)
    return facts
  }
  const rank = ({ kind }: PlannedPage): number => ({ home: 0, column: 1, entry: 2, notFound: 3 })[kind]
  return pages
    .filter(({ kind, columnId }) => kind !== 'notFound' && factsOf(columnId).included)
    .toSorted((a, b) => rank(a) - rank(b) || b.entryId - a.entryId || (a.path < b.path ? -1 : 1))
    .slice(0, MAX_PAGES)
    .map((page) => {
      const { frequency, priority } = factsOf(page.columnId)
      const day = page.kind === 'entry' ? dateOf(page.entryId).slice(0, 10) : ''
      return { page, lastmod: /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : '', frequency, priority }
    })
}

/** The path from the top column to this one; the home page is 0. */
function pathTo(columnId: number, parents: ReadonlyMap<number, number>): number[] {
  const way: number[] = []
  for (let at = columnId; !way.includes(at) && (at === columnId || parents.has(at)); at = parents.get(at) ?? 0)
    way.unshift(at)
  return way
}

/**
 * sitemap.xml (sitemaps.org 0.9) of the pages that were built; null without a domain, because addresses must be
 * absolute.
 */
export function createSitemap(index: SiteIndex, pages: readonly PlannedPage[]): string | null {
  const origin = originOf(index.source.site)
  if (origin === '') return null
  const { columns, sitemap = new Map<number, SitemapRule>() } = index.source
  const dateOf = (id: number): string => index.entry(id)?.date ?? ''
  const tag = (name: string, value: string): string => (value === '' ? '' : `<${name}>${value}</${name}>`)
  const urls = sitemapEntries({ columns, rules: sitemap, dateOf }, pages).map(
    ({ page, lastmod, frequency, priority }) =>
      `<url><loc>${escapeHtml(origin + toAddress(page.path))}</loc>${tag('lastmod', lastmod)}${tag('changefreq', frequency)}${tag('priority', priority)}</url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

/** robots.txt: allows everything and refers to the sitemap. */
export function createRobots(index: SiteIndex): string {
  const origin = originOf(index.source.site)
  return `User-agent: *\nAllow: /\n${origin === '' ? '' : `\nSitemap: ${origin}/sitemap.xml\n`}`
}
