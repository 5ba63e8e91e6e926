import type { ExpressionBuilder, Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { TemplateTable } from '#server/db/tables/templates.ts'
import type { Signed } from '#server/http/context.ts'
import { canUseSite, isSuper } from '#shared/domain/permissions.ts'

/** A template with the sites it is bound to. */
export type TemplateRow = Selectable<TemplateTable> & { siteIds: number[] }

type Db = Kysely<Database>

/** The sites of the caller's role. */
export const grantedSites = (who: Signed): number[] =>
  who.authority.siteItemDTOList.map((s) => s.siteId).filter((id) => id !== 0 && canUseSite(who.authority, id))

const ofSites = (eb: ExpressionBuilder<Database, 'template'>, sites: number[]) =>
  eb.or([
    eb('template.siteId', 'in', sites),
    eb.exists(
      eb
        .selectFrom('template_site')
        .select('template_site.siteId')
        .whereRef('template_site.templateId', '=', 'template.id')
        .where('template_site.siteId', 'in', sites),
    ),
  ])

/** The templates that the caller may see: a super administrator all, others those of no site and of their sites. */
function visible<O>(query: SelectQueryBuilder<Database, 'template', O>, who: Signed) {
  const sites = grantedSites(who)
  if (isSuper(who.authority)) return query
  return query.where((eb) => {
    const shared = eb('template.siteId', '=', 0)
    return sites.length > 0 ? eb.or([shared, ofSites(eb, sites)]) : shared
  })
}

/** By the sort number, larger first (A·§9), then the newest. */
export async function listTemplates(
  db: Db,
  who: Signed,
  filter: { key?: string; siteId?: number },
): Promise<TemplateRow[]> {
  let query = visible(db.selectFrom('template').selectAll('template'), who)
  const { siteId } = filter
  if (siteId) query = query.where((eb) => ofSites(eb, [siteId]))
  const rows = await query.orderBy('template.sort', 'desc').orderBy('template.id', 'desc').execute()
  const key = (filter.key ?? '').toLowerCase()
  const found = rows.filter((row) => row.name.toLowerCase().includes(key) || row.folderKey.includes(key))
  return withSites(db, found)
}

export async function findTemplate(db: Db, by: { id: number } | { folder: string }): Promise<TemplateRow | null> {
  const query = db.selectFrom('template').selectAll()
  const row = await (
    'id' in by ? query.where('id', '=', by.id) : query.where('folder', '=', by.folder)
  ).executeTakeFirst()
  return row ? ((await withSites(db, [row]))[0] ?? null) : null
}

async function withSites(db: Db, rows: Selectable<TemplateTable>[]): Promise<TemplateRow[]> {
  if (rows.length === 0) return []
  const links = await db
    .selectFrom('template_site')
    .selectAll()
    .where(
      'templateId',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('siteId')
    .execute()
  return rows.map((row) => ({
    ...row,
    siteIds: links.filter((link) => link.templateId === row.id).map((link) => link.siteId),
  }))
}
