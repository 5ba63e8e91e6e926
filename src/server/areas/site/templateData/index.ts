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

/** Newest entries that travel, and those of them whose long texts do: a preview needs no whole site. */
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

/** Data of sites for pages that are drawn on designers' computers, and such pages drawn here. */
export const templateData: Resource = { routes, plugin: previewPages }
