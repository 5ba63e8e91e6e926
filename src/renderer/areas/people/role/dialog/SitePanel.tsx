import { useCallback, useMemo, useState } from 'react'
import type { RoleMenu } from '#shared/contract/role.ts'
import { allTicked, sameTicks, tickMenus, type Ticks, tickSetting, tickSettings } from '#shared/domain/roleTicks.ts'
import { partOf, useNameMatch } from '#renderer/ui/search/nameMatch.ts'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { MenuTree } from './MenuTree.tsx'
import { settingsOf } from './rows.ts'
import type { SiteTicks } from './siteTicks.ts'
import { type Shown, TreeToolbar } from './TreeToolbar.tsx'

interface Props {
  site: SiteTicks
  onTicks: (change: (ticks: Ticks) => Ticks) => void
  onCopySite: (() => void) | undefined
  onCopyRole: () => void
}

const every = (): boolean => true
const flat = (menus: readonly RoleMenu[]): RoleMenu[] => menus.flatMap((menu) => [menu, ...flat(menu.child)])

/** The permission tree of one site with its toolbar. Needs a key for each site. */
export function SitePanel({ site, onTicks, onCopySite, onCopyRole }: Props) {
  const { menus, base, ticks } = site
  const tree = useTreeState({ initially: 'expanded' })
  const [folded, setFolded] = useState(false)
  const [text, setText] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const match = useNameMatch(text !== '')
  // The ticks when the filter was chosen: a row that is unticked under the filter 已勾选的 stays visible.
  const [from, setFrom] = useState<Ticks>(ticks)
  const keeps = useMemo(() => {
    if (text === '' && shown === 'all') return every
    return ({ menuId, menuName }: RoleMenu): boolean => {
      if (text !== '' && !match(menuName, text) && !partOf(menuName, text)) return false
      if (shown === 'ticked') return from.has(menuId)
      return shown === 'all' || !sameTicks(only(base, menuId), only(from, menuId))
    }
  }, [text, shown, match, from, base])
  const settings = useMemo(() => settingsOf(menus), [menus])
  /** The menus that the toolbar changes: the matches of a search or filter, else the whole tree. */
  const meant = useMemo(
    () =>
      keeps === every
        ? menus
        : flat(menus)
            .filter(keeps)
            .map((menu) => ({ ...menu, child: [] })),
    [menus, keeps],
  )
  const all = useMemo(() => meant.length > 0 && allTicked(ticks, meant), [ticks, meant])
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
          setFrom(ticks)
          setShown(next)
        }}
        all={all}
        onAll={() => onTicks((now) => tickMenus(now, meant, !all))}
        folded={folded}
        onFold={fold}
        settings={settings}
        onBatch={(code, on) => onTicks((now) => tickSettings(now, meant, code, on))}
        {...{ onCopySite, onCopyRole }}
      />
      <MenuTree {...{ menus, ticks, tree, keeps, onMenu, onSetting }} />
    </>
  )
}

const only = (ticks: Ticks, menuId: number): Ticks => {
  const codes = ticks.get(menuId)
  return new Map(codes ? [[menuId, codes]] : [])
}
