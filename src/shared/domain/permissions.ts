import { alwaysGranted } from './systemMenus.ts'

/** A·§6, B·§6: permission ids of a column. */
export const PERMISSION = {
  add: 1101,
  edit: 1102,
  remove: 1103,
  publish: 1104,
  plain: 1105,
  reserved1106: 1106,
  reserved1107: 1107,
  exportSheet: 1120,
  importSheet: 1121,
  status: 1122,
} as const

/** C·§3 login result: the grants of a role per site and menu. Site 0 holds the system menus. */
interface MenuGrant {
  menuId: number
  settingList: number[]
}
export interface SiteGrant {
  siteId: number
  menuItemDTOList: MenuGrant[]
}
export interface Authority {
  groupId: number
  siteItemDTOList: SiteGrant[]
}

/** C·§6's default group: super administrators, who have every right. */
export const SUPER_GROUP = 1
export const isSuper = (who: Authority): boolean => who.groupId === SUPER_GROUP

/** An account without an operating role gets the 403 page (A·§6). */
export const hasRole = (who: Authority): boolean =>
  isSuper(who) || who.siteItemDTOList.some((s) => s.menuItemDTOList.length > 0)

/** Whether the menu is granted under any site, for the navigation and an operation's access check. */
export function canSeeMenu(who: Authority, menuId: number): boolean {
  if (isSuper(who)) return true
  if (!hasRole(who)) return false
  if (alwaysGranted(menuId)) return true
  return who.siteItemDTOList.some((s) => s.menuItemDTOList.some((m) => m.menuId === menuId))
}

/** Whether the account may work in the site at all. Site 0 belongs to nobody and follows the system menus. */
export const canUseSite = (who: Authority, siteId: number): boolean =>
  isSuper(who) || who.siteItemDTOList.some((s) => s.siteId === siteId && (siteId === 0 || s.menuItemDTOList.length > 0))

/** Whether the role has the permission code on this column of this site. */
export const can = (who: Authority, target: { siteId: number; menuId: number; code: number }): boolean =>
  isSuper(who) ||
  who.siteItemDTOList.some(
    (s) =>
      s.siteId === target.siteId &&
      s.menuItemDTOList.some((m) => m.menuId === target.menuId && m.settingList.includes(target.code)),
  )

/** C·§6: the current site is the first with a non-zero id. */
export const firstSiteId = (who: Authority): number => who.siteItemDTOList.find((s) => s.siteId !== 0)?.siteId ?? 0
