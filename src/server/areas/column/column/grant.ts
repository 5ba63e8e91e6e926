import type { CallContext } from '#server/http/context.ts'
import { hasPermission, hasPermissionOnSite } from '#shared/domain/contentAccess.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import type { ColumnRow } from './repo.ts'

type Offering = Pick<ColumnRow, 'id' | 'siteId' | 'setting'>

export const codesOf = ({ setting }: Pick<ColumnRow, 'setting'>): number[] => JSON.parse(setting) as number[]

/**
 * Those of the permission ids that the caller may give in the site: what it holds itself. Of what the columns named by
 * `on` offer (the one above, the one that is copied) it must hold it there; of the rest, on some column of the site.
 */
export function giveable(
  ctx: CallContext,
  siteId: number,
  codes: readonly number[],
  on: readonly Offering[],
): number[] {
  const { authority } = ctx.signed()
  const offering = on.map((column) => ({ column, offered: new Set(codesOf(column)) }))
  return codes.filter((code) => {
    if (isSuper(authority)) return true
    const asked = offering.filter(({ offered }) => offered.has(code))
    if (!asked.every(({ column }) => hasPermission(authority, column, code))) return false
    return asked.some(({ column }) => column.siteId === siteId) || hasPermissionOnSite(authority, siteId, code)
  })
}

/** Grants the maker's role what it made, with its permission ids, which are those that it may give: else its own new column would be out of its reach. */
export async function grantToMaker(ctx: CallContext, rows: readonly Offering[]) {
  const { authority } = ctx.signed()
  if (isSuper(authority)) return
  for (const row of rows)
    await ctx.db
      .insertInto('role_grant')
      .values({ roleId: authority.groupId, siteId: row.siteId, menuId: row.id, settings: row.setting })
      .execute()
}
