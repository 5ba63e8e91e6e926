import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { type Grantor, indexGrants } from '#shared/domain/grants.ts'
import { offeredSettings } from '#shared/domain/menuSettings.ts'
import { PERMISSION_NAMES } from '#shared/domain/permissionNames.ts'
import { alwaysGranted } from '#shared/domain/systemMenus.ts'

/** The back office itself, with its name on screen. */
export const SYSTEM_SITE = { id: 0, title: '系统栏目' } as const

const PERMISSION_TITLES = new Map(PERMISSION_NAMES.map(({ id, title }) => [id, title]))
/** The name of a permission id. */
export const toPermissionName = (code: number): string => PERMISSION_TITLES.get(code) ?? `权限 ${code}`

/** A menu that roles can be granted. */
export interface MenuRow {
  id: number
  siteId: number
  parentId: number
  title: string
  /** Permission ids the menu offers. */
  offered: readonly number[]
}

/** Reads the menus of these sites (default: all), in tree order. */
export async function readMenus(db: Kysely<Database>, siteIds?: readonly number[]): Promise<MenuRow[]> {
  let found = db.selectFrom('site_column').select(['id', 'siteId', 'parentId', 'title', 'setting'])
  if (siteIds) found = found.where('siteId', 'in', siteIds)
  const rows = await found.orderBy('siteId').orderBy('sort', 'desc').orderBy('id').execute()
  return rows.map(({ setting, ...row }) => ({
    ...row,
    offered: offeredSettings(row.siteId, row.id, JSON.parse(setting) as number[]),
  }))
}

/** The system and the sites that are not deleted, in the order of the site list. */
export async function readActiveSites(db: Kysely<Database>): Promise<{ id: number; title: string }[]> {
  const sites = await db
    .selectFrom('site')
    .select(['id', 'title'])
    .where('deleteTime', 'is', null)
    .orderBy('sort', 'desc')
    .orderBy('id')
    .execute()
  return [SYSTEM_SITE, ...sites]
}

/** The grants of a role, without the menus everybody has. */
export async function readRoleGrants(
  ctx: CallContext,
  roleId: number,
): Promise<{ siteId: number; menuId: number; settings: string }[]> {
  const rows = await ctx.db
    .selectFrom('role_grant')
    .select(['siteId', 'menuId', 'settings'])
    .where('roleId', '=', roleId)
    .execute()
  return rows.filter(({ siteId, menuId }) => siteId !== 0 || !alwaysGranted(menuId))
}

/** Indexes rows of role_grant as site → menu → codes. */
export const indexRoleGrants = (rows: Awaited<ReturnType<typeof readRoleGrants>>) =>
  indexGrants(
    rows.map(({ siteId, menuId, settings }) => ({
      siteId,
      menuItemDTOList: [{ menuId, settingList: JSON.parse(settings) as number[] }],
    })),
  )

/** Whether the caller could grant the menu and therefore may see it. */
export const canGrantMenu = (giver: Grantor, { siteId, id }: MenuRow): boolean =>
  (siteId === 0 && alwaysGranted(id)) || giver.menu(siteId, id)

/** Creates a function that returns a menu's path in its site: 新闻中心 / 集团新闻. */
export function createMenuPathLookup(rows: readonly MenuRow[]): (id: number) => string {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const path: MenuRow[] = []
    for (let at = byId.get(id); at && !path.includes(at); at = byId.get(at.parentId)) path.unshift(at)
    return path.map((row) => row.title).join(' / ')
  }
}
