import { MENU } from './systemMenus.ts'

/** A menu of the permission tree with the properties for ticking; the contract's RoleMenu has them. */
export interface TickMenu {
  menuId: number
  menuName: string
  /** Listed only as an ancestor; cannot be ticked. */
  fixed: boolean
  checked: boolean
  settingVOList: readonly { id: number; name: string; checked: boolean }[]
  child: readonly TickMenu[]
}

/** The ticked menus of one site, each with its ticked settings. */
export type Ticks = ReadonlyMap<number, ReadonlySet<number>>

/** A·§6: menu 42 and everything below it is always ticked, for every group. */
export const isAlwaysTicked = (menuId: number): boolean => menuId === MENU.mine

const everySetting = ({ settingVOList }: TickMenu): ReadonlySet<number> => new Set(settingVOList.map(({ id }) => id))

/** The ticks of the server's response. A ticked setting also ticks its menu. */
export function readTicks(menus: readonly TickMenu[]): Ticks {
  const ticks = new Map<number, ReadonlySet<number>>()
  const walk = (list: readonly TickMenu[], always: boolean): void => {
    for (const menu of list) {
      const isForced = always || isAlwaysTicked(menu.menuId)
      const codes = isForced
        ? everySetting(menu)
        : new Set(menu.settingVOList.filter((s) => s.checked).map(({ id }) => id))
      if (isForced || (!menu.fixed && (menu.checked || codes.size > 0))) ticks.set(menu.menuId, codes)
      walk(menu.child, isForced)
    }
  }
  walk(menus, false)
  return ticks
}

/** C·§2: ticking menus ticks all their settings and descendants; unticking removes all of them. */
export function tickMenus(ticks: Ticks, menus: readonly TickMenu[], on: boolean): Ticks {
  const next = new Map(ticks)
  const walk = (list: readonly TickMenu[]): void => {
    for (const menu of list) {
      if (isAlwaysTicked(menu.menuId)) continue
      if (!menu.fixed && on) next.set(menu.menuId, everySetting(menu))
      else if (!menu.fixed) next.delete(menu.menuId)
      walk(menu.child)
    }
  }
  walk(menus)
  return next
}

/** C·§2: ticking any setting ticks its menu; unticking the last one leaves the menu ticked. */
export function tickSetting(ticks: Ticks, menuId: number, code: number, on: boolean): Ticks {
  const codes = new Set(ticks.get(menuId))
  if (on) codes.add(code)
  else codes.delete(code)
  return new Map(ticks).set(menuId, codes)
}

/** Ticks one setting of all these menus and their descendants that offer it; unticking keeps the menus ticked. */
export function tickSettings(ticks: Ticks, menus: readonly TickMenu[], code: number, on: boolean): Ticks {
  const next = new Map(ticks)
  const walk = (list: readonly TickMenu[]): void => {
    for (const menu of list) {
      if (isAlwaysTicked(menu.menuId)) continue
      const offers = menu.settingVOList.some(({ id }) => id === code)
      const codes = next.get(menu.menuId)
      if (offers && !menu.fixed && on) next.set(menu.menuId, new Set([...(codes ?? []), code]))
      else if (offers && codes?.has(code)) next.set(menu.menuId, new Set([...codes].filter((each) => each !== code)))
      walk(menu.child)
    }
  }
  walk(menus)
  return next
}

/** Whether every menu is ticked with every setting. */
export function areAllTicked(ticks: Ticks, menus: readonly TickMenu[]): boolean {
  return menus.every((menu) => {
    if (isAlwaysTicked(menu.menuId)) return true
    const codes = ticks.get(menu.menuId)
    const isComplete = menu.fixed || (codes !== undefined && menu.settingVOList.every(({ id }) => codes.has(id)))
    return isComplete && areAllTicked(ticks, menu.child)
  })
}

const NONE: ReadonlySet<number> = new Set()
const areCodesEqual = (a: ReadonlySet<number> | undefined, b: ReadonlySet<number> | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.size === b.size && [...a].every((code) => b.has(code)))

export const areTicksEqual = (a: Ticks, b: Ticks): boolean =>
  a === b || (a.size === b.size && [...a].every(([menuId, codes]) => areCodesEqual(codes, b.get(menuId))))

/** The change of one menu. */
interface TickDifference {
  menuId: number
  /** Its name with its ancestors. */
  path: string
  menu: 'added' | 'removed' | 'kept'
  /** Names of the settings. */
  added: string[]
  removed: string[]
}

/** The menus that differ between two states, in the order of the tree. */
export function tickDifferences(menus: readonly TickMenu[], before: Ticks, after: Ticks): TickDifference[] {
  const found: TickDifference[] = []
  const walk = (list: readonly TickMenu[], above: readonly string[]): void => {
    for (const { menuId, menuName, settingVOList, child } of list) {
      const [had, has] = [before.get(menuId), after.get(menuId)]
      const titles = [...above, menuName]
      if (!areCodesEqual(had, has)) {
        const names = (a = NONE, b = NONE): string[] =>
          settingVOList.filter(({ id }) => a.has(id) && !b.has(id)).map(({ name }) => name)
        const menu = had && has ? 'kept' : has ? 'added' : 'removed'
        found.push({ menuId, path: titles.join(' / '), menu, added: names(has, had), removed: names(had, has) })
      }
      walk(child, titles)
    }
  }
  walk(menus, [])
  return found
}

/**
 * Applies the changes from `base` to `mine` onto `latest`, which somebody else has saved meanwhile: changed menus and
 * settings are as in `mine`, all others as in `latest`.
 */
export function rebaseTicks(base: Ticks, mine: Ticks, latest: Ticks): Ticks {
  const next = new Map<number, ReadonlySet<number>>()
  for (const menuId of new Set([...base.keys(), ...mine.keys(), ...latest.keys()])) {
    const [was, own, now] = [base.get(menuId), mine.get(menuId), latest.get(menuId)]
    const ticked = (was === undefined) === (own === undefined) ? now !== undefined : own !== undefined
    if (!ticked) continue
    const codes = new Set([...(was ?? NONE), ...(own ?? NONE), ...(now ?? NONE)])
    const has = (code: number): boolean => {
      const touched = (was?.has(code) ?? false) !== (own?.has(code) ?? false)
      return ((touched ? own : now) ?? NONE).has(code)
    }
    next.set(menuId, new Set([...codes].filter(has)))
  }
  return next
}

/**
 * Copies ticks from one tree to another. Within a site, menus match by id; between sites, by their titles and those of
 * their ancestors. Unmatched menus are unchanged; matched menus get the settings that both offer.
 */
export function copyTicks(
  from: { menus: readonly TickMenu[]; ticks: Ticks; sameSite: boolean },
  to: { menus: readonly TickMenu[]; ticks: Ticks },
): { ticks: Ticks; matched: number; unmatched: number } {
  const key = (menu: TickMenu, path: string): string => (from.sameSite ? String(menu.menuId) : path)
  const sourceIds = new Map<string, number>()
  eachMenu(from.menus, (menu, path) => void sourceIds.set(key(menu, path), menu.menuId))
  const next = new Map(to.ticks)
  let [matched, unmatched] = [0, 0]
  eachMenu(to.menus, (menu, path) => {
    if (menu.fixed || isAlwaysTicked(menu.menuId)) return
    const sourceId = sourceIds.get(key(menu, path))
    if (sourceId === undefined) return void unmatched++
    matched++
    const codes = from.ticks.get(sourceId)
    if (codes) next.set(menu.menuId, new Set(menu.settingVOList.map(({ id }) => id).filter((id) => codes.has(id))))
    else next.delete(menu.menuId)
  })
  return { ticks: next, matched, unmatched }
}

/** Visits each menu outside of 我的, with its path. */
function eachMenu(menus: readonly TickMenu[], visit: (menu: TickMenu, path: string) => void, above = ''): void {
  for (const menu of menus) {
    if (isAlwaysTicked(menu.menuId)) continue
    const path = `${above}/${menu.menuName}`
    visit(menu, path)
    eachMenu(menu.child, visit, path)
  }
}

/** The ticks in the format of a save, in the order of the tree. */
export function toMenuItems(menus: readonly TickMenu[], ticks: Ticks): { menuId: number; settingList: number[] }[] {
  return menus.flatMap(({ menuId, settingVOList, child }) => {
    const codes = ticks.get(menuId)
    const item = codes ? [{ menuId, settingList: settingVOList.map(({ id }) => id).filter((id) => codes.has(id)) }] : []
    return [...item, ...toMenuItems(child, ticks)]
  })
}
