import { longCode } from './contentAccess.ts'
import { type Authority, isSuper, type SiteGrant } from './permissions.ts'

/** Per site: the granted menus with their permission ids. */
type GrantIndex = ReadonlyMap<number, ReadonlyMap<number, ReadonlySet<number>>>

const NO_CODES: ReadonlySet<number> = new Set()

/** An index of grants for repeated lookups; duplicates of a site or menu are merged. */
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

/** The rights that an account may grant to others: its own, per menu and permission. */
export interface Grantor {
  /** Whether the account itself has the menu. */
  menu: (siteId: number, menuId: number) => boolean
  code: (siteId: number, menuId: number, code: number) => boolean
}

/**
 * Creates an account's Grantor. A system menu granted under any site counts as granted, as in the navigation
 * (canSeeMenu).
 */
export function grantorOf(who: Authority): Grantor {
  if (isSuper(who)) return { menu: () => true, code: () => true }
  const index = indexGrants(who.siteItemDTOList)
  const anywhere = new Set(who.siteItemDTOList.flatMap((site) => site.menuItemDTOList.map((menu) => menu.menuId)))
  return {
    menu: (siteId, menuId) => (siteId === 0 ? anywhere.has(menuId) : (index.get(siteId)?.has(menuId) ?? false)),
    code: (siteId, menuId, code) => (index.get(siteId)?.get(menuId) ?? NO_CODES).has(code),
  }
}
