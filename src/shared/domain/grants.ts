import { longCode } from './contentAccess.ts'
import { type Authority, isSuper, type SiteGrant } from './permissions.ts'

/** Of each site: the menus that are granted, with their permission ids. */
export type GrantIndex = ReadonlyMap<number, ReadonlyMap<number, ReadonlySet<number>>>

const NO_CODES: ReadonlySet<number> = new Set()

/** Grants for many questions; a site or a menu that is named twice has what both say. */
export function indexGrants(sites: readonly SiteGrant[]): GrantIndex {
  const index = new Map<number, Map<number, Set<number>>>()
  for (const { siteId, menuItemDTOList } of sites) {
    const menus = index.get(siteId) ?? new Map<number, Set<number>>()
    index.set(siteId, menus)
    for (const { menuId, settingList } of menuItemDTOList) {
      const codes = menus.get(menuId) ?? new Set<number>()
      menus.set(menuId, codes)
      for (const code of settingList) codes.add(longCode(code))
    }
  }
  return index
}

/** What somebody may give on to others: what he holds himself, menu by menu and permission by permission. */
export interface Giver {
  /** Does he hold the menu at all? */
  menu: (siteId: number, menuId: number) => boolean
  code: (siteId: number, menuId: number, code: number) => boolean
}

/** Whoever holds a system menu under any site holds it, as the navigation has it (canSeeMenu). */
export function giverOf(who: Authority): Giver {
  if (isSuper(who)) return { menu: () => true, code: () => true }
  const index = indexGrants(who.siteItemDTOList)
  const anywhere = new Set(who.siteItemDTOList.flatMap((site) => site.menuItemDTOList.map((menu) => menu.menuId)))
  return {
    menu: (siteId, menuId) => (siteId === 0 ? anywhere.has(menuId) : (index.get(siteId)?.has(menuId) ?? false)),
    code: (siteId, menuId, code) => (index.get(siteId)?.get(menuId) ?? NO_CODES).has(code),
  }
}
