import { addressOf } from './addresses.ts'
import type { PlannedPage } from './plan.ts'
import { escapeHtml } from './safeHtml.ts'
import type { SiteIndex } from './siteIndex.ts'

/** More than the protocol allows in one file; the newest entries come first, so what is left out is old. */
const MOST = 50_000

/** The site's own address, from its first domain; '' while it has none. */
export function originOf(index: SiteIndex): string {
  const [host = ''] = index.source.site.domains
  if (host === '') return ''
  return (/^https?:\/\//i.test(host) ? host : `https://${host}`).replace(/\/+$/, '')
}

/** sitemap.xml (sitemaps.org 0.9) of the pages that were built; null without a domain, as addresses must be whole. */
export function sitemapOf(index: SiteIndex, pages: readonly PlannedPage[]): string | null {
  const origin = originOf(index)
  if (origin === '') return null
  const rank = ({ kind }: PlannedPage): number => ({ home: 0, column: 1, entry: 2, notFound: 3 })[kind]
  const urls = pages
    .filter(({ kind }) => kind !== 'notFound')
    .toSorted((a, b) => rank(a) - rank(b) || b.entryId - a.entryId || (a.path < b.path ? -1 : 1))
    .slice(0, MOST)
    .map((page) => {
      const day = page.kind === 'entry' ? index.entry(page.entryId)?.date.slice(0, 10) : undefined
      const changed = day && /^\d{4}-\d{2}-\d{2}$/.test(day) ? `<lastmod>${day}</lastmod>` : ''
      return `<url><loc>${escapeHtml(origin + addressOf(page.path))}</loc>${changed}</url>`
    })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

/** robots.txt: everything may be read; names the sitemap. */
export function robotsOf(index: SiteIndex): string {
  const origin = originOf(index)
  return `User-agent: *\nAllow: /\n${origin === '' ? '' : `\nSitemap: ${origin}/sitemap.xml\n`}`
}
