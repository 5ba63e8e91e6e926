import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/**
 * A signature that changes with the site, its columns, labels, sitemap, template or counting, i.e. with everything that
 * stale_page does not record.
 */
export async function readSignature(db: Kysely<Database>, siteId: number): Promise<string> {
  const site = await db
    .selectFrom('site')
    .leftJoin('template', 'template.id', 'site.templateId')
    .leftJoin('analytics_site', 'analytics_site.siteId', 'site.id')
    .select(['site.version', 'template.id as templateId', 'template.version as templateVersion'])
    .select(['analytics_site.isCounting', 'analytics_site.countUrl', 'analytics_site.confirmedUrl'])
    .where('site.id', '=', siteId)
    .executeTakeFirst()
  const readVersionSum = (table: 'site_column' | 'label') =>
    db
      .selectFrom(table)
      .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(version), 0)`.as('versions')])
      .where('siteId', '=', siteId)
      .executeTakeFirstOrThrow()
  const [columns, labels] = [await readVersionSum('site_column'), await readVersionSum('label')]
  const rules = await db
    .selectFrom('sitemap_rule')
    .select(['columnId', 'included', 'frequency', 'priority'])
    .where('siteId', '=', siteId)
    .orderBy('columnId')
    .execute()
  const parts = [site?.version, site?.templateId, site?.templateVersion, columns.count, columns.versions]
  return [...parts, labels.count, labels.versions, rules.map((rule) => Object.values(rule).join(' ')).join()]
    .map(String)
    .join('.')
    .concat(site?.isCounting === 1 ? `+${site.countUrl}${site.countUrl === site.confirmedUrl ? '' : '!'}` : '')
}
