import type { RoleDetail, RoleMenu, RoleSite } from '#shared/contract/role.ts'
import { menuItems, readTicks, rebaseTicks, sameTicks, tickDifferences, type Ticks } from '#shared/domain/roleTicks.ts'

/** One site of the role dialog; a site whose tree was not asked for yet is not loaded. */
export interface SiteTicks {
  siteId: number
  siteName: string
  loaded: boolean
  menus: readonly RoleMenu[]
  /** Menus that were granted when the dialog was opened. */
  granted: number
  /** What the server says, and what the user made of it. */
  base: Ticks
  ticks: Ticks
}

const NOTHING: Ticks = new Map()

const loadedSite = (site: RoleSite): SiteTicks => {
  const base = readTicks(site.menuItemVOList)
  return { ...placeOf(site), loaded: true, menus: site.menuItemVOList, base, ticks: base }
}
const placeOf = ({ siteId, siteName, granted }: RoleSite) => ({ siteId, siteName, granted })
const unloadedSite = (site: RoleSite): SiteTicks => ({
  ...placeOf(site),
  loaded: false,
  menus: [],
  base: NOTHING,
  ticks: NOTHING,
})

/** What the dialog begins with. */
export const startSites = ({ siteItemVOList }: RoleDetail): SiteTicks[] =>
  siteItemVOList.map((site) => (site.omitted ? unloadedSite(site) : loadedSite(site)))

/** A new group that begins with the grants of another: all of them are changes. */
export const copiedSites = (detail: RoleDetail): SiteTicks[] =>
  startSites(detail).map((site) => ({ ...site, granted: 0, base: withoutGrants(site.menus) }))

/** What a group that is granted nothing has. */
const withoutGrants = (menus: readonly RoleMenu[]): Ticks => {
  const bare = (list: readonly RoleMenu[]): RoleMenu[] =>
    list.map((menu) => ({
      ...menu,
      checked: false,
      settingVOList: menu.settingVOList.map((setting) => ({ ...setting, checked: false })),
      child: bare(menu.child),
    }))
  return readTicks(bare(menus))
}

/** Takes in the trees that an answer brings; those that are there stay as they are. */
export const withLoaded = (sites: readonly SiteTicks[], { siteItemVOList }: RoleDetail): SiteTicks[] =>
  sites.map((site) => {
    const found = siteItemVOList.find(({ siteId, omitted }) => siteId === site.siteId && !omitted)
    return found && !site.loaded ? loadedSite(found) : site
  })

/** What the server has now, with the user's own changes on it. */
export const rebased = (sites: readonly SiteTicks[], { siteItemVOList }: RoleDetail): SiteTicks[] =>
  siteItemVOList.map((latest) => {
    const edited = sites.find(({ siteId }) => siteId === latest.siteId)
    if (latest.omitted) return edited ?? unloadedSite(latest)
    const fresh = loadedSite(latest)
    return edited?.loaded ? { ...fresh, ticks: rebaseTicks(edited.base, edited.ticks, fresh.base) } : fresh
  })

export const isChanged = ({ base, ticks }: SiteTicks): boolean => !sameTicks(base, ticks)

/** Menus that are ticked, without 我的, which everybody has. */
export const tickedMenus = ({ loaded, granted, base, ticks }: SiteTicks): number =>
  loaded ? granted + ticks.size - base.size : granted

/** What a save sends: of a server that sent the trees one by one the sites that changed, of another one all. */
export const authorityOf = (sites: readonly SiteTicks[], whole: boolean) =>
  sites
    .filter((site) => whole || isChanged(site))
    .map(({ siteId, menus, ticks }) => ({ siteId, menuItemDTOList: menuItems(menus, ticks) }))

/** The differences of every site that has some. */
export const changesOf = (sites: readonly SiteTicks[]) =>
  sites.filter(isChanged).map(({ siteId, siteName, menus, base, ticks }) => ({
    siteId,
    siteName,
    differences: tickDifferences(menus, base, ticks),
  }))
export type SiteChanges = ReturnType<typeof changesOf>[number]
