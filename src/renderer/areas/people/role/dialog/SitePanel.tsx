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

/** The permission tree of one site with what is done to all of it. Render it afresh for each site. */
export function SitePanel({ site, onTicks, onCopySite, onCopyRole }: Props) {
  const { menus, base, ticks } = site
  const tree = useTreeState({ initially: 'expanded' })
  const [folded, setFolded] = useState(false)
  const [text, setText] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const match = useNameMatch(text !== '')
  // The ticks at the time when the filter was chosen: what is unticked while only ticked lines are shown stays in view.
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
  /** What the buttons for all of it are about: with a search what it finds, else the whole tree. */
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
