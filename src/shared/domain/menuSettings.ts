import { PERMISSION } from './permissions.ts'
import { MENU } from './systemMenus.ts'

const { edit, remove, exportSheet, importSheet } = PERMISSION

/** Permission ids of a system menu in addition to its visibility: those of the buttons on its screen (A·§6, C·§6). */
const MENU_SETTINGS: ReadonlyMap<number, readonly number[]> = new Map<number, readonly number[]>([
  [MENU.analytics, [edit]],
  [MENU.crossSiteLog, [remove]],
  [MENU.log, [exportSheet]],
  [MENU.redirect301, [exportSheet, importSheet]],
  [MENU.deadLink, [exportSheet]],
  [MENU.publishStats, [exportSheet]],
  [MENU.dictionary, [exportSheet, importSheet]],
  [MENU.sensitive, [exportSheet, importSheet]],
  [MENU.netValue, [importSheet]],
  [MENU.account, [exportSheet, importSheet]],
])

/** The permission ids that can be granted on a menu: those of its column and of its screen. */
export const offeredSettings = (siteId: number, menuId: number, setting: readonly number[]): readonly number[] =>
  siteId === 0 ? [...new Set([...setting, ...(MENU_SETTINGS.get(menuId) ?? [])])] : setting
