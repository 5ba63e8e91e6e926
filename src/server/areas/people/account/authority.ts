import type { Kysely } from 'kysely'
import { type Authority, isSuper, type SiteGrant } from '#shared/domain/permissions.ts'
import { SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'

/**
 * What a role grants, as the login result carries it (C·§3). The super administrators' role has no rows: it is answered
 * with every system menu and every column of every site, so that clients find it in the map too.
 */
export async function readAuthority(db: Kysely<Database>, roleId: number): Promise<Authority> {
  const authority = { groupId: roleId, siteItemDTOList: [] }
  const rows = isSuper(authority) ? await everything(db) : await granted(db, roleId)
  return { groupId: roleId, siteItemDTOList: bySite(rows) }
}

/** What an account may do now; null: it is gone, or may not sign in. */
export async function accountAuthority(db: Kysely<Database>, accountId: number): Promise<Authority | null> {
  const account = await db
    .selectFrom('account')
    .select('roleId')
    .where('id', '=', accountId)
    .where('isStatus', '=', 1)
    .executeTakeFirst()
  if (!account) return null
  const nothing = { groupId: account.roleId, siteItemDTOList: [] }
  return isSuper(nothing) ? nothing : readAuthority(db, account.roleId)
}

interface Kept {
  grantVersion: number
  authority: Authority
}
/** Roles that called last. */
const kept = perServer(() => new Map<number, Kept>())
const MAX_KEPT = 200

/**
 * What a call is judged by. Super administrators pass every check without the map, which for thousands of columns costs
 * more than most calls do; that of others is read again when the database has counted a change of it.
 */
export async function callAuthority(deps: ServerDeps, roleId: number, grantVersion: number): Promise<Authority> {
  const nothing = { groupId: roleId, siteItemDTOList: [] }
  if (isSuper(nothing)) return nothing
  const roles = kept(deps)
  const known = roles.get(roleId)
  if (known?.grantVersion === grantVersion) return known.authority
  const authority = await readAuthority(deps.db, roleId)
  // The oldest entry is evicted; a Map keeps the order of insertion.
  roles.delete(roleId)
  for (const oldest of roles.keys()) {
    if (roles.size < MAX_KEPT) break
    roles.delete(oldest)
  }
  roles.set(roleId, { grantVersion, authority })
  return authority
}

interface GrantRow {
  siteId: number
  menuId: number
  settings: string
}

const granted = (db: Kysely<Database>, roleId: number): Promise<GrantRow[]> =>
  db
    .selectFrom('role_grant')
    .select(['siteId', 'menuId', 'settings'])
    .where('roleId', '=', roleId)
    .orderBy('siteId')
    .orderBy('menuId')
    .execute()

async function everything(db: Kysely<Database>): Promise<GrantRow[]> {
  const columns = await db
    .selectFrom('site_column')
    .select(['siteId', 'id as menuId', 'setting as settings'])
    .where('siteId', '<>', 0)
    .orderBy('siteId')
    .orderBy('id')
    .execute()
  return [...SYSTEM_MENUS.map((menu) => ({ siteId: 0, menuId: menu.id, settings: '[]' })), ...columns]
}

function bySite(rows: readonly GrantRow[]): SiteGrant[] {
  const sites = new Map<number, SiteGrant>()
  for (const { siteId, menuId, settings } of rows) {
    const site = sites.get(siteId) ?? { siteId, menuItemDTOList: [] }
    sites.set(siteId, site)
    site.menuItemDTOList.push({ menuId, settingList: JSON.parse(settings) as number[] })
  }
  return [...sites.values()]
}
