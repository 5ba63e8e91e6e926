import type { RoleDetail, RoleMenu, RoleSite } from '#shared/contract/role.ts'
import {
  toMenuItems,
  readTicks,
  rebaseTicks,
  areTicksEqual,
  tickDifferences,
  type Ticks,
} from '#shared/domain/roleTicks.ts'

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

const NO_TICKS: Ticks = new Map()

const loadedSite = (site: RoleSite): SiteTicks => {
  const base = readTicks(site.menuItemVOList)
  return { ...siteHeader(site), loaded: true, menus: site.menuItemVOList, base, ticks: base }
}
const siteHeader = ({ siteId, siteName, granted }: RoleSite) => ({ siteId, siteName, granted })
const unloadedSite = (site: RoleSite): SiteTicks => ({
  ...siteHeader(site),
  loaded: false,
  menus: [],
  base: NO_TICKS,
  ticks: NO_TICKS,
})

/** The initial sites of the dialog. */
export const initialSites = ({ siteItemVOList }: RoleDetail): SiteTicks[] =>
  siteItemVOList.map((site) => (site.omitted ? unloadedSite(site) : loadedSite(site)))

/** The sites of a new group that copies the grants of another: all grants count as changes. */
export const copySites = (detail: RoleDetail): SiteTicks[] =>
  initialSites(detail).map((site) => ({ ...site, granted: 0, base: emptyTicks(site.menus) }))

/** The ticks of a group without grants. */
const emptyTicks = (menus: readonly RoleMenu[]): Ticks => {
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
export const addLoaded = (sites: readonly SiteTicks[], { siteItemVOList }: RoleDetail): SiteTicks[] =>
  sites.map((site) => {
    const found = siteItemVOList.find(({ siteId, omitted }) => siteId === site.siteId && !omitted)
    return found && !site.loaded ? loadedSite(found) : site
  })

/** The latest grants of the server, with the user's changes applied. */
export const rebaseSites = (sites: readonly SiteTicks[], { siteItemVOList }: RoleDetail): SiteTicks[] =>
  siteItemVOList.map((latest) => {
    const edited = sites.find(({ siteId }) => siteId === latest.siteId)
    if (latest.omitted) return edited ?? unloadedSite(latest)
    const fresh = loadedSite(latest)
    return edited?.loaded ? { ...fresh, ticks: rebaseTicks(edited.base, edited.ticks, fresh.base) } : fresh
  })

export const isChanged = ({ base, ticks }: SiteTicks): boolean => !areTicksEqual(base, ticks)

/** Number of ticked menus, without 我的, which every group has. */
export const countTickedMenus = ({ loaded, granted, base, ticks }: SiteTicks): number =>
  loaded ? granted + ticks.size - base.size : granted

/** The grants to save: the changed sites, or all sites for a server that sends all trees at once (`whole`). */
export const toAuthority = (sites: readonly SiteTicks[], whole: boolean) =>
  sites
    .filter((site) => whole || isChanged(site))
    .map(({ siteId, menus, ticks }) => ({ siteId, menuItemDTOList: toMenuItems(menus, ticks) }))

/** The differences of each changed site. */
export const listChanges = (sites: readonly SiteTicks[]) =>
  sites.filter(isChanged).map(({ siteId, siteName, menus, base, ticks }) => ({
    siteId,
    siteName,
    differences: tickDifferences(menus, base, ticks),
  }))
export type SiteChanges = ReturnType<typeof listChanges>[number]
