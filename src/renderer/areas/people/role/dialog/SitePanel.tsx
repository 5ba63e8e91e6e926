import { useCallback, useMemo, useState } from 'react'
import type { RoleMenu } from '#shared/contract/role.ts'
import {
  areAllTicked,
  areTicksEqual,
  tickMenus,
  type Ticks,
  tickSetting,
  tickSettings,
} from '#shared/domain/roleTicks.ts'
import { partOf, useNameMatch } from '#renderer/ui/search/nameMatch.ts'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { MenuTree } from './MenuTree.tsx'
import { settingsOf } from './rows.ts'
import type { SiteTicks } from './siteTicks.ts'
import { type MenuFilter, TreeToolbar } from './TreeToolbar.tsx'

interface Props {
  site: SiteTicks
  onTicks: (change: (ticks: Ticks) => Ticks) => void
  onCopySite: (() => void) | undefined
  onCopyRole: () => void
}

const showAll = (): boolean => true
const flattenMenus = (menus: readonly RoleMenu[]): RoleMenu[] =>
  menus.flatMap((menu) => [menu, ...flattenMenus(menu.child)])

/** The permission tree of one site with its toolbar. Needs a key for each site. */
export function SitePanel({ site, onTicks, onCopySite, onCopyRole }: Props) {
  const { menus, base, ticks } = site
  const tree = useTreeState({ initially: 'expanded' })
  const [folded, setFolded] = useState(false)
  const [text, setText] = useState('')
  const [shown, setShown] = useState<MenuFilter>('all')
  const match = useNameMatch(text !== '')
  // The ticks when the filter was chosen: a row that is unticked under the filter 已勾选的 stays visible.
  const [filterTicks, setFilterTicks] = useState<Ticks>(ticks)
  const isShown = useMemo(() => {
    if (text === '' && shown === 'all') return showAll
    return ({ menuId, menuName }: RoleMenu): boolean => {
      if (text !== '' && !match(menuName, text) && !partOf(menuName, text)) return false
      if (shown === 'ticked') return filterTicks.has(menuId)
      return shown === 'all' || !areTicksEqual(pickTicks(base, menuId), pickTicks(filterTicks, menuId))
    }
  }, [text, shown, match, filterTicks, base])
  const settings = useMemo(() => settingsOf(menus), [menus])
  /** The menus that the toolbar changes: the matches of a search or filter, else the whole tree. */
  const targets = useMemo(
    () =>
      isShown === showAll
        ? menus
        : flattenMenus(menus)
            .filter(isShown)
            .map((menu) => ({ ...menu, child: [] })),
    [menus, isShown],
  )
  const all = useMemo(() => targets.length > 0 && areAllTicked(ticks, targets), [ticks, targets])
  const onMenu = useCallback((menu: RoleMenu, on: boolean) => onTicks((now) => tickMenus(now, [menu], on)), [onTicks])
  const onSetting = useCallback(
    (menu: RoleMenu, code: number, on: boolean) => onTicks((now) => tickSetting(now, menu.menuId, code, on)),
    [onTicks],
  )
  const fold = (): void => {
    setFolded(!folded)
    if (folded) tree.expandAll()
    else tree.collapseAll()
  }
  return (
    <>
      <TreeToolbar
        text={text}
        onText={setText}
        shown={shown}
        onShown={(next) => {
          setFilterTicks(ticks)
          setShown(next)
        }}
        isAllTicked={all}
        onAll={() => onTicks((now) => tickMenus(now, targets, !all))}
        folded={folded}
        onFold={fold}
        settings={settings}
        onBatch={(code, on) => onTicks((now) => tickSettings(now, targets, code, on))}
        {...{ onCopySite, onCopyRole }}
      />
      <MenuTree {...{ menus, ticks, tree, isShown, onMenu, onSetting }} />
    </>
  )
}

const pickTicks = (ticks: Ticks, menuId: number): Ticks => {
  const codes = ticks.get(menuId)
  return new Map(codes ? [[menuId, codes]] : [])
}
