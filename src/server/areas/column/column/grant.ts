import type { CallContext } from '#server/http/context.ts'
import { hasPermission, hasPermissionOnSite } from '#shared/domain/contentAccess.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import type { ColumnRow } from './repo.ts'

type GrantingColumn = Pick<ColumnRow, 'id' | 'siteId' | 'setting'>

export const parseCodes = ({ setting }: Pick<ColumnRow, 'setting'>): number[] => JSON.parse(setting) as number[]

/**
 * The permission ids that the caller may grant in the site, because the caller has them. Ids offered by the columns
 * in `on` (parent, or source of a copy) must be held on those columns; other ids on any column of the site.
 */
export function filterGrantable(
  ctx: CallContext,
  siteId: number,
  codes: readonly number[],
  on: readonly GrantingColumn[],
): number[] {
  const { authority } = ctx.requireSignedIn()
  const offering = on.map((column) => ({ column, offered: new Set(parseCodes(column)) }))
  return codes.filter((code) => {
    if (isSuper(authority)) return true
    const asked = offering.filter(({ offered }) => offered.has(code))
    if (!asked.every(({ column }) => hasPermission(authority, column, code))) return false
    return asked.some(({ column }) => column.siteId === siteId) || hasPermissionOnSite(authority, siteId, code)
  })
}

/** Grants the creator's role the new columns with their permission ids; otherwise the creator could not access them. */
export async function grantToCreator(ctx: CallContext, rows: readonly GrantingColumn[]) {
  const { authority } = ctx.requireSignedIn()
  if (isSuper(authority)) return
  for (const row of rows)
    await ctx.db
      .insertInto('role_grant')
      .values({ roleId: authority.groupId, siteId: row.siteId, menuId: row.id, settings: row.setting })
      .execute()
}
