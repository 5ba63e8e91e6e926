/** changefreq and priority of sitemaps.org 0.9. */
export const SITEMAP_FREQUENCIES = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'] as const
export const SITEMAP_PRIORITIES = ['1.0', '0.9', '0.8', '0.7', '0.6', '0.5', '0.4', '0.3', '0.2', '0.1', '0.0'] as const

/** What is set for a column; '' is as the column above it. */
export interface SitemapRule {
  included: '' | 'yes' | 'no'
  frequency: '' | (typeof SITEMAP_FREQUENCIES)[number]
  priority: '' | (typeof SITEMAP_PRIORITIES)[number]
}

/** What holds for the pages of a column: '' says nothing in the sitemap. */
export interface SitemapFacts {
  included: boolean
  frequency: SitemapRule['frequency']
  priority: SitemapRule['priority']
}

/** @param way rules from the top column down to the column itself, undefined where none is set */
export function sitemapFacts(way: readonly (SitemapRule | undefined)[]): SitemapFacts {
  const last = <K extends keyof SitemapRule>(name: K): SitemapRule[K] | '' =>
    way.findLast((rule) => rule !== undefined && rule[name] !== '')?.[name] ?? ''
  return { included: last('included') !== 'no', frequency: last('frequency'), priority: last('priority') }
}
