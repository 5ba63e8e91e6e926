import { Button, makeStyles, mergeClasses, Tooltip, tokens } from '@fluentui/react-components'
import { PanelLeftContractRegular, PanelLeftExpandRegular } from '@fluentui/react-icons'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { arrowKeys } from '#renderer/kit/arrowKeys.ts'
import { NavSection } from './NavSection.tsx'
import type { NavGroup } from '#renderer/kit/navigation.ts'

const useStyles = makeStyles({
  nav: {
    display: 'flex',
    flexDirection: 'column',
    width: '216px',
    height: '100%',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS}`,
  },
  collapsed: { width: '56px' },
  groups: {
    flex: '1 1 auto',
    minHeight: 0,
    overflowY: 'auto',
    scrollbarWidth: 'thin',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
  },
  toggle: { alignSelf: 'flex-start' },
})

const arrows = arrowKeys('vertical')

/** The menus that are granted, in groups that fold; narrow, only their icons. */
export function Navigation({ groups, active }: { groups: readonly NavGroup[]; active: string }) {
  const styles = useStyles()
  const collapsed = useRead('settings.get', {}, { quiet: true }).data?.sidebarCollapsed ?? false
  const save = useWrite('settings.set')
  const label = collapsed ? '展开导航' : '收起导航'
  return (
    <nav className={mergeClasses(styles.nav, collapsed && styles.collapsed)} aria-label="功能导航">
      <div className={styles.groups} ref={arrows}>
        {groups.map((group) => (
          <NavSection
            key={group.key}
            group={group}
            active={active}
            collapsed={collapsed}
            onExpand={() => save.mutate({ sidebarCollapsed: false })}
          />
        ))}
      </div>
      <Tooltip content={label} relationship="label" positioning="after">
        <Button
          className={styles.toggle}
          appearance="subtle"
          icon={collapsed ? <PanelLeftExpandRegular /> : <PanelLeftContractRegular />}
          onClick={() => save.mutate({ sidebarCollapsed: !collapsed })}
        />
      </Tooltip>
    </nav>
  )
}
