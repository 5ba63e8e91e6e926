import type { EntryFacts, SiteData } from '#engine/index.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { readTemplateNames } from './names.ts'
import { previewTemplate } from './preview.ts'
import { chooseSite } from './sites.ts'
import { servePreviewPages } from './previewPages.ts'
import { readBodies, readSiteFacts, parseEntry, toSerializedEntry } from '../engine/index.ts'

export { prunePreviews, storePreview } from './previewPages.ts'

/** Limits of sent entries and of entries with rich texts: a preview does not need the whole site. */
const MAX_ENTRIES = 2000
const MAX_BODIES = 300

async function readNewestEntries({ db }: CallContext, siteId: number): Promise<EntryFacts[]> {
  const rows = await db
    .selectFrom('content')
    .selectAll()
    .where('siteId', '=', siteId)
    .where('isStatus', '=', 1)
    .where('isRecycled', '=', 0)
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return rows.map((row) => parseEntry(toSerializedEntry(row)))
}

const routes: Routes<'templateData'> = {
  'templateData.names': readTemplateNames,
  'templateData.preview': previewTemplate,

  'templateData.read': async (ctx, { folder, siteId }) => {
    const { sites, chosen } = await chooseSite(ctx, { folder, siteId })
    const entries = await readNewestEntries(ctx, chosen.id)
    const bodies = await readBodies(
      ctx.db,
      entries.slice(0, MAX_BODIES).map(({ id }) => id),
    )
    const facts = await readSiteFacts(ctx.deps, ctx.db, chosen.id)
    const data: SiteData = {
      ...facts,
      // Previews don't count as visits.
      site: { ...facts.site, countScript: '' },
      entries,
      bodies: bodies.map(([id, json]) => [id, sanitizeBodies(JSON.parse(json) as Record<string, string>)]),
    }
    return { siteId: chosen.id, sites, data: JSON.stringify(data) }
  },
}

const sanitizeBodies = (bodies: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(bodies).map(([name, html]) => [name, sanitizeHtml(html, undefined, name)]))

/** Data of sites for previews on designers' computers, and previews drawn on the server. */
export const templateData: Resource = { routes, plugin: servePreviewPages }
