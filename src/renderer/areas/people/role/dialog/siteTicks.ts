import type { RoleDetail, RoleMenu, RoleSite } from '#shared/contract/role.ts'
import { menuItems, readTicks, rebaseTicks, sameTicks, tickDifferences, type Ticks } from '#shared/domain/roleTicks.ts'

/** One site of the role dialog. `loaded` is false until the tree of the site is requested. */
export interface SiteTicks {
  siteId: number
  siteName: string
  loaded: boolean
  menus: readonly RoleMenu[]
  /** Menus that were granted when the dialog was opened. */
  granted: number
  /** The ticks on the server, and the ticks with the user's changes. */
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

/** The initial sites of the dialog. */
export const startSites = ({ siteItemVOList }: RoleDetail): SiteTicks[] =>
  siteItemVOList.map((site) => (site.omitted ? unloadedSite(site) : loadedSite(site)))

/** The sites of a new group that copies the grants of another: all grants count as changes. */
export const copiedSites = (detail: RoleDetail): SiteTicks[] =>
  startSites(detail).map((site) => ({ ...site, granted: 0, base: withoutGrants(site.menus) }))

/** The ticks of a group without grants. */
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

/** Adds the trees of an answer; trees that are already loaded stay unchanged. */
export const withLoaded = (sites: readonly SiteTicks[], { siteItemVOList }: RoleDetail): SiteTicks[] =>
  sites.map((site) => {
    const found = siteItemVOList.find(({ siteId, omitted }) => siteId === site.siteId && !omitted)
    return found && !site.loaded ? loadedSite(found) : site
  })

/** The latest grants of the server, with the user's changes applied. */
export const rebased = (sites: readonly SiteTicks[], { siteItemVOList }: RoleDetail): SiteTicks[] =>
  siteItemVOList.map((latest) => {
    const edited = sites.find(({ siteId }) => siteId === latest.siteId)
    if (latest.omitted) return edited ?? unloadedSite(latest)
    const fresh = loadedSite(latest)
    return edited?.loaded ? { ...fresh, ticks: rebaseTicks(edited.base, edited.ticks, fresh.base) } : fresh
  })

export const isChanged = ({ base, ticks }: SiteTicks): boolean => !sameTicks(base, ticks)

/** Number of ticked menus, without 我的, which every group has. */
export const tickedMenus = ({ loaded, granted, base, ticks }: SiteTicks): number =>
  loaded ? granted + ticks.size - base.size : granted

/** The grants to save: the changed sites, or all sites for a server that sends all trees at once (`whole`). */
export const authorityOf = (sites: readonly SiteTicks[], whole: boolean) =>
  sites
    .filter((site) => whole || isChanged(site))
    .map(({ siteId, menus, ticks }) => ({ siteId, menuItemDTOList: menuItems(menus, ticks) }))

/** The differences of each changed site. */
export const changesOf = (sites: readonly SiteTicks[]) =>
  sites.filter(isChanged).map(({ siteId, siteName, menus, base, ticks }) => ({
    siteId,
    siteName,
    differences: tickDifferences(menus, base, ticks),
  }))
export type SiteChanges = ReturnType<typeof changesOf>[number]
