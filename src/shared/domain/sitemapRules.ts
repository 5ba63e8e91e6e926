/** changefreq and priority of sitemaps.org 0.9. */
export const SITEMAP_FREQUENCIES = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'] as const
export const SITEMAP_PRIORITIES = ['1.0', '0.9', '0.8', '0.7', '0.6', '0.5', '0.4', '0.3', '0.2', '0.1', '0.0'] as const

/** Settings of a column; '' inherits from the parent column. */
export interface SitemapRule {
  included: '' | 'yes' | 'no'
  frequency: '' | (typeof SITEMAP_FREQUENCIES)[number]
  priority: '' | (typeof SITEMAP_PRIORITIES)[number]
}

/** Effective settings of a column's pages: '' is left out of the sitemap. */
export interface ResolvedSitemapRule {
  included: boolean
  frequency: SitemapRule['frequency']
  priority: SitemapRule['priority']
}

/** @param path rules from the top column down to the column itself, undefined for columns without a rule */
export function resolveSitemapRule(path: readonly (SitemapRule | undefined)[]): ResolvedSitemapRule {
  const last = <K extends keyof SitemapRule>(name: K): SitemapRule[K] | '' =>
    path.findLast((rule) => rule !== undefined && rule[name] !== '')?.[name] ?? ''
  return { included: last('included') !== 'no', frequency: last('frequency'), priority: last('priority') }
}
