import { type RawBuilder, sql } from 'kysely'
import type { CallContext, SignedInAccount } from '#server/http/context.ts'
import { canUseSite, isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { grantedSiteIds } from '#server/siteAccess.ts'
import type { AttachmentRow } from '../attachment/attachments.ts'

/**
 * Whether the caller may use a file: files of the caller's sites, own files without a site, and all files for super
 * administrators.
 */
export const canUseFile = (
  { authority, accountId }: SignedInAccount,
  file: Pick<AttachmentRow, 'siteId' | 'accountId'>,
): boolean =>
  isSuper(authority) || (file.siteId > 0 ? canUseSite(authority, file.siteId) : file.accountId === accountId)

/** The same rule as a filter of `attachment`. */
export function createVisibilityFilter({ authority, accountId }: SignedInAccount): RawBuilder<boolean> {
  const sites = grantedSiteIds(authority)
  if (sites === null) return sql<boolean>`1 = 1`
  const ownSites = sql.join([-1, ...sites])
  return sql<boolean>`(attachment."siteId" in (${ownSites}) or (attachment."siteId" = 0 and attachment."accountId" = ${accountId}))`
}

/** @throws AppError `forbidden` when the caller may not use one of the files; missing ids are ignored */
export async function requireUsableFiles(ctx: CallContext, ids: readonly number[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('attachment')
    .select(['id', 'siteId', 'accountId'])
    .where('id', 'in', [...ids, 0])
    .execute()
  const foreign = rows.find((row) => !canUseFile(ctx.requireSignedIn(), row))
  if (foreign) throw new AppError('forbidden', `您没有资源（编号 ${foreign.id}）所属站点的权限`)
}
