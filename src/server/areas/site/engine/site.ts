import type { Kysely } from 'kysely'
import type { ColumnFacts, LabelFacts, SiteFacts } from '#engine/index.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { SitemapRule } from '#shared/domain/sitemapRules.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { COUNT_SCRIPT } from '../counting/index.ts'
import { columnFacts, labelFacts, siteFacts, sitemapRules, wordFacts } from './facts.ts'
import { readTemplateFolder, type TemplateFolder } from './templateFiles.ts'

/** All of a site but its entries, as a thread gets it. */
export interface SiteBundle {
  site: SiteFacts
  columns: ColumnFacts[]
  labels: LabelFacts[]
  words: [number, string][]
  sitemap: [number, SitemapRule][]
  template: TemplateFolder
  day: string
}

/** Where the pages of a site that counts its visits get the script; '' for one that doesn't. */
async function countScriptOf(db: Kysely<Database>, siteId: number): Promise<string> {
  const row = await db
    .selectFrom('analytics_site')
    .select('countUrl')
    .where('siteId', '=', siteId)
    .where('isCounting', '=', 1)
    .executeTakeFirst()
  return row ? `${row.countUrl}${COUNT_SCRIPT}` : ''
}

/** Reads a site. AppErrors: `not-found`, `conflict` for a site without a template. */
export async function readSite(deps: ServerDeps, db: Kysely<Database>, siteId: number): Promise<SiteBundle> {
  const row = await db
    .selectFrom('site')
    .selectAll()
    .where('id', '=', siteId)
    .where('deleteTime', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('not-found', '站点不存在或已被删除，请刷新')
  const template = await db
    .selectFrom('template')
    .select('folder')
    .where('id', '=', row.templateId)
    .where('deleteTime', 'is', null)
    .executeTakeFirst()
  if (!template)
    throw new AppError('conflict', `站点“${row.title}”还没有模板，请先在“模板站点关联”中为它选择模板，再生成静态页面`)
  return {
    site: siteFacts(row, await countScriptOf(db, siteId)),
    columns: await columnFacts(db, siteId),
    labels: await labelFacts(db, siteId),
    words: await wordFacts(db),
    sitemap: await sitemapRules(db, siteId),
    template: await readTemplateFolder(deps, template.folder),
    day: formatDateTime(deps.clock.now()).slice(0, 10),
  }
}
