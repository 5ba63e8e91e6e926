import type { Database } from '#server/db/schema.ts'
import type { Updateable } from 'kysely'
import { conflictError } from '#server/http/conflict.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Site } from '#shared/contract/site.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { publishSiteEvents } from '../events.ts'
import { presentSite } from './present.ts'
import { findSite, type SiteRow } from './repo.ts'

/**
 * Saves some fields of a site and increments its version; undefined fields stay.
 * @throws AppError `not-found`; `conflict` when `version` is given and is not current
 */
export async function changeSite(
  ctx: CallContext,
  { id, version }: { id: number; version?: number | undefined },
  fields: Updateable<Database['site']>,
): Promise<Site> {
  await requireActiveSites(ctx, [id])
  let saving = ctx.db
    .updateTable('site')
    .set(fields)
    .set((eb) => ({
      version: eb('version', '+', 1),
      updateTime: ctx.clock.now().getTime(),
      updatedBy: ctx.requireSignedIn().username,
    }))
    .where('id', '=', id)
    .where('deleteTime', 'is', null)
  if (version !== undefined) saving = saving.where('version', '=', version)
  const row = await saving.returningAll().executeTakeFirst()
  if (row) {
    await publishSiteEvents(ctx, [{ event: 'site.changed', siteId: id, data: { title: row.title } }])
    return presentSite(row)
  }
  const current: SiteRow | undefined = await findSite(ctx.db, id)
  if (current) throw conflictError(`站点“${current.title}”`, current)
  throw new AppError('not-found', '站点不存在，可能已被删除')
}
