import type { EntryFacts, SiteData } from '#engine/index.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { canUseSite } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { bodiesOf, readSiteFacts, receivedEntry, sentEntry } from '../engine/index.ts'

/** Newest entries that travel, and those of them whose long texts do: a preview needs no whole site. */
const MOST_ENTRIES = 2000
const MOST_BODIES = 300

/** The sites of the caller; those that use the template come first. A draft counts as its template. */
async function sitesFor({ db, signed }: CallContext, folder: string) {
  const template = await db
    .selectFrom('template')
    .select(['id', 'draftOf'])
    .where('folder', '=', folder)
    .where('deleteTime', 'is', null)
    .executeTakeFirst()
  const templateId = template ? template.draftOf || template.id : 0
  const bound = await db.selectFrom('template_site').select('siteId').where('templateId', '=', templateId).execute()
  const uses = new Set(bound.map(({ siteId }) => siteId))
  const rows = await db
    .selectFrom('site')
    .select(['id', 'title', 'templateId'])
    .where('deleteTime', 'is', null)
    .orderBy('id')
    .execute()
  const { authority } = signed()
  const rank = (row: { id: number; templateId: number }): number =>
    templateId > 0 && row.templateId === templateId ? 0 : uses.has(row.id) ? 1 : 2
  return rows
    .filter(({ id }) => canUseSite(authority, id))
    .toSorted((a, b) => rank(a) - rank(b) || a.id - b.id)
    .map((row) => ({ id: row.id, title: row.title, isBound: rank(row) < 2 }))
}

async function newestEntries({ db }: CallContext, siteId: number): Promise<EntryFacts[]> {
  const rows = await db
    .selectFrom('content')
    .selectAll()
    .where('siteId', '=', siteId)
    .where('isStatus', '=', 1)
    .where('isRecycled', '=', 0)
    .orderBy('id', 'desc')
    .limit(MOST_ENTRIES)
    .execute()
  return rows.map((row) => receivedEntry(sentEntry(row)))
}

const routes: Routes<'templateData'> = {
  'templateData.read': async (ctx, { folder, siteId }) => {
    const sites = await sitesFor(ctx, folder)
    const chosen = sites.find(({ id }) => id === siteId) ?? sites[0]
    if (!chosen) throw new AppError('not-found', '您还没有可以预览的站点，请联系管理员授权')
    const entries = await newestEntries(ctx, chosen.id)
    const bodies = await bodiesOf(
      ctx.db,
      entries.slice(0, MOST_BODIES).map(({ id }) => id),
    )
    const facts = await readSiteFacts(ctx.deps, ctx.db, chosen.id)
    const data: SiteData = {
      ...facts,
      // Whoever looks at a preview is no visitor.
      site: { ...facts.site, countScript: '' },
      entries,
      bodies: bodies.map(([id, json]) => [id, cleaned(JSON.parse(json) as Record<string, string>)]),
    }
    return { siteId: chosen.id, sites, data: JSON.stringify(data) }
  },
}

const cleaned = (bodies: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(bodies).map(([name, html]) => [name, sanitizeHtml(html, undefined, name)]))

/** Data of sites for pages that are drawn on designers' computers. */
export const templateData: Resource = { routes }
