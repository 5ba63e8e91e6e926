import type { Kysely } from 'kysely'
import { MEMBER_CODES, MEMBER_MENU } from '#shared/domain/memberAccess.ts'
import { SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import type { Database } from '../db/schema.ts'
import { EMPTY_COLUMN } from '../areas/column/column/index.ts'

/**
 * Inserts the menus of the back office as columns of site 0, in the navigation's order; manageUrl is the path of the
 * screen.
 */
export async function insertSystemMenus(db: Kysely<Database>): Promise<void> {
  const rows = SYSTEM_MENUS.map((menu, index) => ({
    ...EMPTY_COLUMN,
    id: menu.id,
    parentId: menu.parentId,
    siteId: 0,
    title: menu.title,
    manageUrl: menu.path ?? '',
    menuType: 2,
    sort: SYSTEM_MENUS.length - index,
    setting: JSON.stringify(menu.id === MEMBER_MENU.menuId ? MEMBER_CODES : []),
    isSystemMenu: 1 as const,
    allowDelete: 0 as const,
    showFront: 0 as const,
  }))
  await db.insertInto('site_column').values(rows).execute()
}
