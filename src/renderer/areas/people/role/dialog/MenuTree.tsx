import { makeStyles, tokens } from '@fluentui/react-components'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { RoleMenu } from '#shared/contract/role.ts'
import type { Ticks } from '#shared/domain/roleTicks.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Tick } from '#renderer/ui/table/Tick.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { useLatest } from '#renderer/ui/table/useLatest.ts'
import type { TreeState } from '#renderer/ui/table/useTreeState.ts'
import { type PermissionRow, type PermissionRows, buildRows, settingsOf } from './rows.ts'

const useStyles = makeStyles({
  name: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  fixed: { color: tokens.colorNeutralForeground3 },
})

interface Props {
  menus: readonly RoleMenu[]
  ticks: Ticks
  tree: TreeState
  /**
   * Whether a menu is shown; its ancestors are shown too. Must stay the same function while the filter is unchanged.
   */
  isShown: (menu: RoleMenu) => boolean
  onMenu: (menu: RoleMenu, on: boolean) => void
  onSetting: (menu: RoleMenu, code: number, on: boolean) => void
}

/** Column width for a title, with padding. */
const columnWidth = (name: string): string => `${Math.max(56, name.length * 14 + 24)}px`

/** The menus of one site with a column for each setting. Virtualized, because there may be hundreds of rows. */
export function MenuTree({ menus, ticks, tree, isShown, onMenu, onSetting }: Props) {
  const rows = useRows(menus, ticks, isShown)
  const toggleMenu = useLatest((row: PermissionRow) => {
    if (!row.isAlwaysGranted && !row.menu.fixed) onMenu(row.menu, row.tick !== true)
    else if (row.menu.fixed) onMenu(row.menu, row.tick === false)
  })
  const toggleSetting = useLatest((row: PermissionRow, code: number) =>
    onSetting(row.menu, code, !(row.codes?.has(code) ?? false)),
  )
  const columns = useMemo(
    (): TableColumn<PermissionRow>[] => [
      {
        key: 'menu',
        title: '栏目',
        width: 'minmax(240px, 1fr)',
        pin: 'start',
        render: (row) => <MenuCell row={row} onTurn={toggleMenu} />,
      },
      ...settingsOf(menus).map(({ id, name }): TableColumn<PermissionRow> => ({
        key: String(id),
        title: name,
        width: columnWidth(name),
        align: 'center',
        render: (row) => <SettingCell row={row} code={id} name={name} onTurn={toggleSetting} />,
      })),
    ],
    [menus, toggleMenu, toggleSetting],
  )
  const onRowKey = (row: PermissionRow, event: KeyboardEvent): void => {
    if (event.key !== ' ') return
    event.preventDefault()
    toggleMenu(row)
  }
  return (
    <TreeTable
      label="权限"
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      rowLabel={nameOf}
      childrenOf={childOf}
      tree={tree}
      onRowKey={onRowKey}
      empty={<EmptyState title={menus.length > 0 ? '没有符合条件的栏目' : '该站点没有可授予的栏目'} />}
    />
  )
}

/** Unchanged rows stay the same objects, so that they are not rendered again. */
function useRows(menus: Props['menus'], ticks: Ticks, keeps: Props['isShown']): readonly PermissionRow[] {
  const build = (before: PermissionRows) => ({ menus, ticks, keeps, ...buildRows(menus, ticks, before, keeps) })
  const [cached, setCached] = useState(() => build(new Map()))
  if (cached.menus === menus && cached.ticks === ticks && cached.keeps === keeps) return cached.rows
  const next = build(cached.byId)
  setCached(next)
  return next.rows
}

const keyOf = (row: PermissionRow): number => row.menu.menuId
const nameOf = (row: PermissionRow): string => row.menu.menuName
const childOf = (row: PermissionRow): readonly PermissionRow[] => row.child

function MenuCell({ row, onTurn }: { row: PermissionRow; onTurn: (row: PermissionRow) => void }) {
  const styles = useStyles()
  const { menuName, fixed } = row.menu
  const reason = row.isAlwaysGranted
    ? '所有用户组都有“我的”，不能取消'
    : fixed
      ? '没有该栏目的权限，不能授予；仅用于显示其下级栏目'
      : undefined
  return (
    <span className={styles.name} title={reason ?? menuName}>
      <Tick state={row.tick} label={menuName} disabled={row.isAlwaysGranted || fixed} onToggle={() => onTurn(row)} />
      <span className={fixed ? `${styles.text} ${styles.fixed}` : styles.text}>{menuName}</span>
    </span>
  )
}

interface SettingProps {
  row: PermissionRow
  code: number
  name: string
  onTurn: (row: PermissionRow, code: number) => void
}

function SettingCell({ row, code, name, onTurn }: SettingProps) {
  if (!row.menu.settingVOList.some(({ id }) => id === code)) return null
  return (
    <Tick
      state={row.codes?.has(code) ?? false}
      label={`${name} ${row.menu.menuName}`}
      disabled={row.isAlwaysGranted}
      onToggle={() => onTurn(row, code)}
    />
  )
}
