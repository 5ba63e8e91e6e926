import { type RawBuilder, sql } from 'kysely'
import type { CallContext, SignedInAccount } from '#server/http/context.ts'
import { canUseSite, isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { findColumn } from '#server/areas/column/column/index.ts'
import { grantedSiteIds, requireActiveSites } from '#server/siteAccess.ts'

/** Owner of a product: a site, or the account that created it. */
export interface ProductOwner {
  siteId: number
  /** 0 when it is of a site. */
  accountId: number
  /** 0: no column. */
  classId: number
}

/**
 * Owner of a new net value: the named column's site, else the named site, else the caller's account. Permissions are
 * checked by the contract.
 * @throws AppError `not-found` for a missing column or site, `invalid` for a column of another site
 */
export async function resolveOwner(
  ctx: CallContext,
  requested: { classId: number; siteId: number },
): Promise<ProductOwner> {
  const { classId } = requested
  const { accountId } = ctx.requireSignedIn()
  if (classId === 0) {
    if (requested.siteId === 0) return { siteId: 0, accountId, classId }
    await requireActiveSites(ctx, [requested.siteId])
    return { siteId: requested.siteId, accountId: 0, classId }
  }
  const column = await findColumn(ctx.db, classId)
  if (!column || column.siteId === 0) throw new AppError('not-found', '产品所在的栏目不存在，可能已被删除，请重新选择')
  const { siteId } = column
  if (requested.siteId !== 0 && requested.siteId !== siteId)
    throw new AppError('invalid', '产品所在的栏目不属于所选站点，请重新选择')
  await requireActiveSites(ctx, [siteId])
  return { siteId, accountId: 0, classId }
}

/** May the caller use the product: of its sites, its own without a site, or any for super administrators? */
export function mayUse(
  { authority, accountId }: SignedInAccount,
  product: { siteId: number; accountId: number },
): boolean {
  if (isSuper(authority)) return true
  return product.siteId > 0 ? canUseSite(authority, product.siteId) : product.accountId === accountId
}

/** The same as a condition, for queries that name `net_worth_product` as `product`. */
export function whereVisible({ authority, accountId }: SignedInAccount): RawBuilder<boolean> {
  const sites = grantedSiteIds(authority)
  if (sites === null) return sql<boolean>`1 = 1`
  const ownSites = sql.join([-1, ...sites])
  return sql<boolean>`(product."siteId" in (${ownSites}) or (product."siteId" = 0 and product."accountId" = ${accountId}))`
}

/** @throws AppError `forbidden` when the caller may not use one of the products */
export function requireUsable(ctx: CallContext, products: readonly { siteId: number; accountId: number }[]): void {
  if (products.some((product) => !mayUse(ctx.requireSignedIn(), product)))
    throw new AppError('forbidden', '没有该产品所属站点的权限，请联系管理员授权')
}
