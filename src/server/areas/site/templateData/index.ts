import type { EntryFacts, SiteData } from '#engine/index.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { names } from './names.ts'
import { previewTemplate } from './preview.ts'
import { chosenSite } from './sites.ts'
import { previewPages } from './previewPages.ts'
import { bodiesOf, readSiteFacts, receivedEntry, sentEntry } from '../engine/index.ts'

export { prunePreviews, storePreview } from './previewPages.ts'

/** Limits of sent entries and of entries with rich texts: a preview does not need the whole site. */
const MAX_ENTRIES = 2000
const MAX_BODIES = 300

async function newestEntries({ db }: CallContext, siteId: number): Promise<EntryFacts[]> {
  const rows = await db
    .selectFrom('content')
    .selectAll()
    .where('siteId', '=', siteId)
    .where('isStatus', '=', 1)
    .where('isRecycled', '=', 0)
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return rows.map((row) => receivedEntry(sentEntry(row)))
}

const routes: Routes<'templateData'> = {
  'templateData.names': names,
  'templateData.preview': previewTemplate,

  'templateData.read': async (ctx, { folder, siteId }) => {
    const { sites, chosen } = await chosenSite(ctx, { folder, siteId })
    const entries = await newestEntries(ctx, chosen.id)
    const bodies = await bodiesOf(
      ctx.db,
      entries.slice(0, MAX_BODIES).map(({ id }) => id),
    )
    const facts = await readSiteFacts(ctx.deps, ctx.db, chosen.id)
    const data: SiteData = {
      ...facts,
      // Previews don't count as visits.
      site: { ...facts.site, countScript: '' },
      entries,
      bodies: bodies.map(([id, json]) => [id, cleaned(JSON.parse(json) as Record<string, string>)]),
    }
    return { siteId: chosen.id, sites, data: JSON.stringify(data) }
  },
}

const cleaned = (bodies: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(bodies).map(([name, html]) => [name, sanitizeHtml(html, undefined, name)]))

/** Data of sites for previews on designers' computers, and previews drawn on the server. */
export const templateData: Resource = { routes, plugin: previewPages }
