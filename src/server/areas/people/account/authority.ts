import type { Kysely } from 'kysely'
import { type Authority, isSuper, type SiteGrant } from '#shared/domain/permissions.ts'
import { SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import type { Database } from '#server/db/schema.ts'

/**
 * What a role grants, as the login result carries it (C·§3). The super administrators' role has no rows: it is answered
 * with every system menu and every column of every site, so that clients find it in the map too.
 */
export async function readAuthority(db: Kysely<Database>, roleId: number): Promise<Authority> {
  const authority = { groupId: roleId, siteItemDTOList: [] }
  const rows = isSuper(authority) ? await everything(db) : await granted(db, roleId)
  return { groupId: roleId, siteItemDTOList: bySite(rows) }
}

/**
 * What a call is judged by. Super administrators pass every check without the map, which for thousands of columns costs
 * more than most calls do.
 */
export async function callAuthority(db: Kysely<Database>, roleId: number): Promise<Authority> {
  const nothing = { groupId: roleId, siteItemDTOList: [] }
  return isSuper(nothing) ? nothing : readAuthority(db, roleId)
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
