import type { Kysely } from 'kysely'
import type { SiteData } from '#engine/index.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { COUNT_SCRIPT } from '../counting/index.ts'
import { readColumnFacts, readLabelFacts, toSiteFacts, readSitemapRules, readWordTitles } from './facts.ts'
import { readTemplateFolder, type TemplateFolder } from './templateFiles.ts'

/** All data of a site for a thread, except its entries. */
export interface SiteBundle extends Omit<SiteData, 'entries' | 'bodies'> {
  template: TemplateFolder
}

/**
 * The URL of the counting script; '' for a site that does not count visits, or whose address no super administrator has
 * confirmed.
 */
async function findCountScriptUrl(db: Kysely<Database>, siteId: number): Promise<string> {
  const row = await db
    .selectFrom('analytics_site')
    .select('countUrl')
    .where('siteId', '=', siteId)
    .where('isCounting', '=', 1)
    .whereRef('countUrl', '=', 'confirmedUrl')
    .executeTakeFirst()
  return row ? `${row.countUrl}${COUNT_SCRIPT}` : ''
}

/** Reads a site. @throws AppError `not-found`, `conflict` for a site without a template */
export async function readSite(deps: ServerDeps, db: Kysely<Database>, siteId: number): Promise<SiteBundle> {
  const row = await requireActiveSite(db, siteId)
  const template = await db
    .selectFrom('template')
    .select(['id', 'folder'])
    .where('id', '=', row.templateId)
    .where('deleteTime', 'is', null)
    .executeTakeFirst()
  if (!template)
    throw new AppError('conflict', `站点“${row.title}”还没有模板，请先在“站点模板关联”中选择模板，再生成静态页面`)
  return { ...(await readSiteFacts(deps, db, siteId)), template: await readTemplateFolder(deps, template) }
}

/** Reads a site without its entries and template. @throws AppError `not-found` */
export async function readSiteFacts(
  deps: ServerDeps,
  db: Kysely<Database>,
  siteId: number,
): Promise<Omit<SiteData, 'entries' | 'bodies'>> {
  const row = await requireActiveSite(db, siteId)
  return {
    site: toSiteFacts(row, await findCountScriptUrl(db, siteId)),
    columns: await readColumnFacts(db, siteId),
    labels: await readLabelFacts(db, siteId),
    words: await readWordTitles(db),
    sitemap: await readSitemapRules(db, siteId),
    day: formatDateTime(deps.clock.now()).slice(0, 10),
  }
}

async function requireActiveSite(db: Kysely<Database>, siteId: number) {
  const row = await db
    .selectFrom('site')
    .selectAll()
    .where('id', '=', siteId)
    .where('deleteTime', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('not-found', '站点不存在或已被删除，请刷新')
  return row
}
