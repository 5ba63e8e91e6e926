import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { SignedInAccount } from '#server/http/context.ts'
import { readPage } from '#server/http/paging.ts'
import { canUseSite, isSuper } from '#shared/domain/permissions.ts'

/** A template with the ids of its bound sites. */
export type TemplateRow = RowOf<'template'> & { siteIds: number[] }

type Db = Kysely<Database>

/** The sites the caller may use. */
export const listGrantedSites = (who: SignedInAccount): number[] =>
  who.authority.siteItemDTOList.map((s) => s.siteId).filter((id) => id !== 0 && canUseSite(who.authority, id))

const isOfSites = (eb: ExpressionBuilder<Database, 'template'>, sites: number[]) =>
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

/**
 * Restricts a query to the templates the caller may read (access.ts): all for super administrators, otherwise those of
 * the caller's sites and of all sites.
 */
export function filterVisible<O>(query: SelectQueryBuilder<Database, 'template', O>, who: SignedInAccount) {
  const sites = listGrantedSites(who)
  if (isSuper(who.authority)) return query
  return query.where((eb) => {
    const shared = eb('template.siteId', '=', 0)
    return sites.length > 0 ? eb.or([shared, isOfSites(eb, sites)]) : sql<boolean>`1 = 0`
  })
}

/** Templates outside the recycle bin, without drafts. */
const queryActive = (db: Db) =>
  db.selectFrom('template').where('template.deleteTime', 'is', null).where('template.draftOf', 'is', null)

interface TemplateFilter {
  key: string
  page: number
  size: number
  siteId?: number | undefined
}

/** A page of the templates the caller may see, with the total. */
export async function findTemplates(db: Db, who: SignedInAccount, { key, siteId, ...paging }: TemplateFilter) {
  let found = filterVisible(queryActive(db), who)
  if (siteId) found = found.where((eb) => isOfSites(eb, [siteId]))
  if (key) found = found.where((eb) => contains([eb.ref('template.name'), eb.ref('template.folder')], key))
  const { rows, total } = await readPage(orderForList(found), paging)
  return { rows: await addSiteIds(db, rows), total }
}

/** The templates of a site that the caller may see. */
export const readTemplatesOfSite = async (db: Db, who: SignedInAccount, siteId: number): Promise<TemplateRow[]> =>
  addSiteIds(
    db,
    await orderForList(filterVisible(queryActive(db), who).where((eb) => isOfSites(eb, [siteId]))).execute(),
  )

/** The folders of the templates the caller may see, in Chinese order, with the time of their last save. */
export async function readVisibleFolders(db: Db, who: SignedInAccount): Promise<{ folder: string; time: number }[]> {
  const rows = await filterVisible(queryActive(db), who)
    .select(['template.folder', 'template.createTime', 'template.updateTime'])
    .execute()
  return rows
    .map(({ folder, createTime, updateTime }) => ({ folder, time: updateTime || createTime }))
    .toSorted((a, b) => a.folder.localeCompare(b.folder, 'zh-CN', { numeric: true }))
}

/** Sorted by `sort`, larger first (A·§9), then newest first. */
const orderForList = <O>(query: SelectQueryBuilder<Database, 'template', O>) =>
  query.selectAll('template').orderBy('template.sort', 'desc').orderBy('template.id', 'desc')

/**
 * Finds a template outside the recycle bin. The folder may be a draft's, which has the sites of its template; an id
 * never finds a draft, because operations by id are not meant for drafts.
 */
export async function findTemplate(db: Db, by: { id: number } | { folder: string }): Promise<TemplateRow | null> {
  if ('id' in by) return withSiteIds(db, await queryActive(db).selectAll().where('id', '=', by.id).executeTakeFirst())
  const row = await db
    .selectFrom('template')
    .selectAll()
    .where('folder', '=', by.folder)
    .where('deleteTime', 'is', null)
    .executeTakeFirst()
  return row?.draftOf ? withTemplateSites(db, row, row.draftOf) : withSiteIds(db, row)
}

/** Finds the draft of a template outside the recycle bin. */
export async function findDraft(db: Db, templateId: number): Promise<TemplateRow | null> {
  const row = await db.selectFrom('template').selectAll().where('draftOf', '=', templateId).executeTakeFirst()
  return row ? withTemplateSites(db, row, templateId) : null
}

async function withTemplateSites(db: Db, row: RowOf<'template'>, templateId: number): Promise<TemplateRow | null> {
  const template = await findTemplate(db, { id: templateId })
  return template && { ...row, siteId: template.siteId, siteIds: template.siteIds }
}

const withSiteIds = async (db: Db, row: RowOf<'template'> | undefined): Promise<TemplateRow | null> =>
  row ? ((await addSiteIds(db, [row]))[0] ?? null) : null

/** Adds the ids of the bound sites. */
export async function addSiteIds(db: Db, rows: RowOf<'template'>[]): Promise<TemplateRow[]> {
  if (rows.length === 0) return []
  const links = await db
    .selectFrom('template_site')
    .selectAll()
    .where(
      'templateId',
      'in',
      rows.map((row) => row.id),
    )
    // Bindings to deleted sites are kept for a restore but hidden.
    .where('siteId', 'in', (eb) => eb.selectFrom('site').select('site.id').where('deleteTime', 'is', null))
    .orderBy('siteId')
    .execute()
  return rows.map((row) => ({
    ...row,
    siteIds: links.filter((link) => link.templateId === row.id).map((link) => link.siteId),
  }))
}
