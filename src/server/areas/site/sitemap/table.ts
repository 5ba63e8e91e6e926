import type { SitemapRule } from '#shared/domain/sitemapRules.ts'
import { ref, table, text } from '#server/db/table.ts'

export const sitemapTables = {
  /** Sitemap settings of a column (0: the home page). */
  sitemap_rule: table({
    columns: {
      siteId: ref('site'),
      columnId: ref('site_column', { mayDangle: 'rules of deleted columns are not read' }),
      included: text<SitemapRule['included']>(),
      frequency: text<SitemapRule['frequency']>(),
      priority: text<SitemapRule['priority']>(),
    },
    key: ['siteId', 'columnId'],
    isDeletedWithSite: true,
    archive: { kind: 'sitemapRules', of: 'site', order: ['columnId'], without: ['siteId'] },
  }),
}
