import type { CallContext } from '#server/http/context.ts'
import { Reply } from '#server/http/routes.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { Site } from '#shared/contract/site.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { publishSiteEvents } from '../events.ts'
import { requireFreeSymbol } from './names.ts'
import { presentSite } from './present.ts'
import { findSite } from './repo.ts'
import { requireTemplate } from '#server/areas/template/template/index.ts'
import { changeSite } from './change.ts'

/** Defaults of a new site, which starts closed. */
const NEW_SITE = {
  isStatus: 0,
  sort: 0,
  grayscale: 0,
  javascript: '',
  icp: '',
  copyright: '',
  policeIcp: '',
  eduIcp: '',
  domain: '',
  seoTitle: '',
  seoKeywords: '',
  seoDescription: '',
} as const

/**
 * Call 17: creates a site (id 0) or edits one.
 * @throws AppError `conflict` for a duplicate symbol or an outdated version, `not-found`
 */
export async function saveSite(ctx: CallContext, form: ParsedOf<'site.save'>): Promise<Site | Reply<Site>> {
  const { id, version, ...fields } = form
  if (id !== 0) await requireActiveSites(ctx, [id])
  await requireFreeSymbol(ctx.db, fields.symbol, id, ctx.requireSignedIn().authority)
  // An unchanged template may be in the recycle bin; the rest of the form must still be savable.
  const before = id === 0 ? 0 : ((await findSite(ctx.db, id))?.templateId ?? 0)
  const hasNewTemplate = fields.templateId !== 0 && fields.templateId !== before
  if (hasNewTemplate) await requireTemplate(ctx, { id: fields.templateId }, 'read')
  const saved = id === 0 ? await createSite(ctx, fields) : await changeSite(ctx, { id, version }, fields)
  if (hasNewTemplate) await bindTemplate(ctx, fields.templateId, saved.id)
  return id === 0 ? new Reply(saved, '站点创建成功') : saved
}

async function createSite(ctx: CallContext, fields: Omit<ParsedOf<'site.save'>, 'id' | 'version'>): Promise<Site> {
  const createTime = ctx.clock.now().getTime()
  const stamp = { createTime, updateTime: createTime, updatedBy: ctx.requireSignedIn().username }
  const row = await ctx.db
    .insertInto('site')
    .values({ ...NEW_SITE, ...fields, ...stamp })
    .returningAll()
    .executeTakeFirstOrThrow()
  // Readers expect what was published on the website, so new sites build by themselves.
  await ctx.db.insertInto('static_site').values({ siteId: row.id, isAuto: 1 }).execute()
  await publishSiteEvents(ctx, [{ event: 'site.created', siteId: row.id, data: { title: row.title } }])
  return presentSite(row)
}

/** Binds the template to the site, because a site may only use bound templates. */
async function bindTemplate(ctx: CallContext, templateId: number, siteId: number): Promise<void> {
  await ctx.db
    .insertInto('template_site')
    .values({ templateId, siteId })
    .onConflict((conflict) => conflict.columns(['templateId', 'siteId']).doNothing())
    .execute()
}
