import type { Kysely } from 'kysely'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import type { Database } from '../db/schema.ts'

export interface SeededSite {
  id: number
  columns: readonly { id: number; setting: readonly number[] }[]
}

const EDITOR_MENUS = [MENU.home, MENU.dashboard, MENU.content, MENU.publishStats, MENU.approval, MENU.approvalTasks]
const DESIGNER_MENUS = [MENU.home, MENU.dashboard, MENU.site, MENU.siteList, MENU.templates, MENU.templateSites]

/** Grants the editor the content of the first site. */
export async function grantEditor(db: Kysely<Database>, roleId: number, [site]: readonly SeededSite[]): Promise<void> {
  await grantMenus(db, roleId, EDITOR_MENUS)
  if (site) await grantColumns(db, roleId, site, (column) => column.setting)
}

/** Grants the designer the templates of all sites and access to their columns. */
export async function grantDesigner(db: Kysely<Database>, roleId: number, sites: readonly SeededSite[]): Promise<void> {
  await grantMenus(db, roleId, DESIGNER_MENUS)
  for (const site of sites) await grantColumns(db, roleId, site, () => [PERMISSION.plain])
}

async function grantMenus(db: Kysely<Database>, roleId: number, menus: readonly number[]): Promise<void> {
  const rows = menus.map((menuId) => ({ roleId, siteId: 0, menuId, settings: '[]' }))
  await db.insertInto('role_grant').values(rows).execute()
}

async function grantColumns(
  db: Kysely<Database>,
  roleId: number,
  site: SeededSite,
  codes: (column: SeededSite['columns'][number]) => readonly number[],
): Promise<void> {
  const rows = site.columns.map((column) => ({
    roleId,
    siteId: site.id,
    menuId: column.id,
    settings: JSON.stringify(codes(column)),
  }))
  await db.insertInto('role_grant').values(rows).execute()
}
