import type { Kysely } from 'kysely'
import { type Authority, isSuper, type SiteGrant } from '#shared/domain/permissions.ts'
import { SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'

/**
 * The grants of a role, as the login result contains them (C·§3). The super administrators' role has no rows; it gets
 * every system menu and every column of every site.
 */
export async function readAuthority(db: Kysely<Database>, roleId: number): Promise<Authority> {
  const authority = { groupId: roleId, siteItemDTOList: [] }
  const rows = isSuper(authority) ? await readSuperGrants(db) : await readGrants(db, roleId)
  return { groupId: roleId, siteItemDTOList: groupBySite(rows) }
}

/** The current rights of an account; null if it was deleted or is disabled. */
export async function readAccountAuthority(db: Kysely<Database>, accountId: number): Promise<Authority | null> {
  const account = await db
    .selectFrom('account')
    .select('roleId')
    .where('id', '=', accountId)
    .where('isStatus', '=', 1)
    .executeTakeFirst()
  if (!account) return null
  const withoutGrants = { groupId: account.roleId, siteItemDTOList: [] }
  return isSuper(withoutGrants) ? withoutGrants : readAuthority(db, account.roleId)
}

interface CachedAuthority {
  grantVersion: number
  authority: Authority
}
/** Cached rights of the roles used last. */
const authorityCache = perServer(() => new Map<number, CachedAuthority>())
const MAX_CACHED_ROLES = 200

/**
 * The rights used to check a call. Super administrators pass every check without the map, whose reading costs more than
 * most calls. The map of other roles is cached until `grantVersion` changes.
 */
export async function readCachedAuthority(deps: ServerDeps, roleId: number, grantVersion: number): Promise<Authority> {
  const nothing = { groupId: roleId, siteItemDTOList: [] }
  if (isSuper(nothing)) return nothing
  const roles = authorityCache(deps)
  const cached = roles.get(roleId)
  if (cached?.grantVersion === grantVersion) return cached.authority
  const authority = await readAuthority(deps.db, roleId)
  // The oldest entry is evicted; a Map keeps the order of insertion.
  roles.delete(roleId)
  for (const oldest of roles.keys()) {
    if (roles.size < MAX_CACHED_ROLES) break
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

const readGrants = (db: Kysely<Database>, roleId: number): Promise<GrantRow[]> =>
  db
    .selectFrom('role_grant')
    .select(['siteId', 'menuId', 'settings'])
    .where('roleId', '=', roleId)
    .orderBy('siteId')
    .orderBy('menuId')
    .execute()

async function readSuperGrants(db: Kysely<Database>): Promise<GrantRow[]> {
  const columns = await db
    .selectFrom('site_column')
    .select(['siteId', 'id as menuId', 'setting as settings'])
    .where('siteId', '<>', 0)
    .orderBy('siteId')
    .orderBy('id')
    .execute()
  return [...SYSTEM_MENUS.map((menu) => ({ siteId: 0, menuId: menu.id, settings: '[]' })), ...columns]
}

function groupBySite(rows: readonly GrantRow[]): SiteGrant[] {
  const sites = new Map<number, SiteGrant>()
  for (const { siteId, menuId, settings } of rows) {
    const site = sites.get(siteId) ?? { siteId, menuItemDTOList: [] }
    sites.set(siteId, site)
    site.menuItemDTOList.push({ menuId, settingList: JSON.parse(settings) as number[] })
  }
  return [...sites.values()]
}
