import type { Flag } from '#server/db/table.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Routes } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { publishSiteEvents } from '../events.ts'
import { changeSite } from './change.ts'
import { saveSite } from './save.ts'
import { AppError, type Issue } from '#shared/errors/index.ts'
import { normalizeHostName } from './hostName.ts'
import { findHostConflicts } from './names.ts'

/**
 * Normalizes the typed host names and removes duplicates.
 * @throws AppError `invalid` or `conflict` (bound to another site) with an issue for every refused entry, so that each
 * input can show its error
 */
async function requireFreeHostList(ctx: CallContext, siteId: number, typed: readonly string[]): Promise<string[]> {
  const invalid: Issue[] = []
  const hosts = typed.map((text, index) => {
    try {
      return normalizeHostName(text)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      invalid.push({ field: `domainList.${index}`, message: error.message })
      return ''
    }
  })
  throwIssues('invalid', invalid)
  const conflictByHost = await findHostConflicts(ctx.db, hosts, siteId, ctx.requireSignedIn().authority)
  const conflicts = hosts.flatMap((host, index) => {
    const message = conflictByHost.get(host)
    return message === undefined ? [] : [{ field: `domainList.${index}`, message }]
  })
  throwIssues('conflict', conflicts)
  return [...new Set(hosts)]
}

function throwIssues(code: 'invalid' | 'conflict', issues: Issue[]): void {
  const [first] = issues
  if (first) throw new AppError(code, first.message, { details: { issues } })
}

type Name = 'save' | 'updateSort' | 'publish' | 'draft' | 'updateSeo' | 'updateBaseInfo'
type Names = `site.${Name | 'updateThirdJavascript' | 'updateDomain'}`

/** Opens or closes all sites or none. */
async function setStatus(ctx: CallContext, ids: readonly number[], isStatus: Flag): Promise<null> {
  await requireActiveSites(ctx, ids)
  await ctx.db.updateTable('site').set({ isStatus }).where('id', 'in', ids).execute()
  const event = isStatus === 1 ? 'site.opened' : 'site.closed'
  await publishSiteEvents(
    ctx,
    [...new Set(ids)].map((siteId) => ({ event, siteId })),
  )
  return null
}

/** Calls 17, 19–21 and 23–26. */
export const editRoutes: Pick<Routes<'site'>, Names> = {
  'site.save': saveSite,

  'site.updateSort': async (ctx, { id, sort }) => {
    await requireActiveSites(ctx, [id])
    await ctx.db.updateTable('site').set({ sort }).where('id', '=', id).execute()
    return null
  },

  'site.publish': (ctx, ids) => setStatus(ctx, ids, 1),
  'site.draft': (ctx, ids) => setStatus(ctx, ids, 0),

  'site.updateSeo': (ctx, { id, version, ...fields }) => changeSite(ctx, { id, version }, fields),

  'site.updateBaseInfo': (ctx, { id, version, grayscale, ...fields }) =>
    changeSite(ctx, { id, version }, { ...fields, grayscale: grayscale ? 1 : 0 }),

  'site.updateThirdJavascript': (ctx, { id, version, javascript }) => changeSite(ctx, { id, version }, { javascript }),

  'site.updateDomain': async (ctx, { id, version, domainList }) => {
    await requireActiveSites(ctx, [id])
    const hosts = await requireFreeHostList(ctx, id, domainList)
    return changeSite(ctx, { id, version }, { domain: hosts.join(',') })
  },
}
