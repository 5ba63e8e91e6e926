import { Button, makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components'
import {
  ChevronDownRegular,
  ChevronRightRegular,
  PanelLeftContractRegular,
  PanelLeftExpandRegular,
} from '@fluentui/react-icons'
import { useId, useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { arrowKeys } from '#renderer/ui/focus/arrowKeys.ts'
import type { NavGroup } from '#renderer/ui/page/navigation.ts'
import { PINNED } from '#renderer/app/tabs/model.ts'
import { NavContent } from './NavContent.tsx'
import { NavFlyouts } from './NavFlyouts.tsx'
import { NavTooltip } from './NavTooltip.tsx'
import { NavLeaf } from './NavLeaf.tsx'
import { useNavStyles } from './navStyles.ts'

const useStyles = makeStyles({
  nav: {
    display: 'flex',
    flexDirection: 'column',
    width: '232px',
    height: '100%',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS}`,
  },
  collapsed: { width: '52px' },
  // The two parts share the height according to their content; neither pushes the other out of view.
  parts: {
    flex: '1 1 auto',
    minHeight: 0,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridAutoRows: 'minmax(0, max-content)',
    alignContent: 'start',
    gap: tokens.spacingVerticalXS,
  },
  part: { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, paddingTop: tokens.spacingVerticalXXS },
  scroll: { overflowX: 'hidden', overflowY: 'auto', scrollbarWidth: 'thin', minHeight: 0 },
  toggle: { alignSelf: 'flex-start', flexShrink: 0, marginTop: tokens.spacingVerticalXS },
})

const arrows = arrowKeys('vertical')

/** Splits the groups: home first, whatever group it belongs to, then content, then the rest. */
function splitGroups(groups: readonly NavGroup[]) {
  const home = groups.flatMap(({ leaves }) => leaves).find(({ path }) => path === PINNED)
  const content = groups.find((group) => group.tree)
  const others = groups
    .filter((group) => group !== content)
    .map((group) => ({ ...group, leaves: group.leaves.filter((leaf) => leaf !== home) }))
    .filter(({ leaves }) => leaves.length > 0)
  return { first: home ? [{ key: PINNED, title: '', leaves: [home] }] : [], content, others }
}

/** The granted menus: home, the columns of the current site, and the grouped screens; icons only when collapsed. */
export function Navigation({ groups, active }: { groups: readonly NavGroup[]; active: string }) {
  const styles = useStyles()
  const [parts, setParts] = useState<HTMLElement | null>(null)
  const collapsed = useRead('settings.get', {}, { quiet: true }).data?.sidebarCollapsed ?? false
  const save = useWrite('settings.set')
  const label = collapsed ? '展开导航' : '收起导航'
  const { first, content, others } = splitGroups(groups)

  return (
    <nav className={mergeClasses(styles.nav, collapsed && styles.collapsed)} aria-label="功能导航" ref={arrows}>
      {collapsed ? (
        <div className={mergeClasses(styles.parts, styles.scroll)}>
          <NavFlyouts groups={[...first, ...(content ? [content] : []), ...others]} active={active} />
        </div>
      ) : (
        <div className={styles.parts} ref={setParts}>
          {first.map((group) => (
            <NavSection key={group.key} group={group} active={active} />
          ))}
          {content && <NavContent className={styles.part} group={content} active={active} />}
          <div className={mergeClasses(styles.scroll, content && styles.part)}>
            {others.map((group) => (
              <NavSection key={group.key} group={group} active={active} />
            ))}
          </div>
          <NavTooltip around={parts} />
        </div>
      )}
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

/** A foldable group of screens; a group without a title shows just its only screen. */
function NavSection({ group, active }: { group: NavGroup; active: string }) {
  const navStyles = useNavStyles()
  const listId = useId()
  const [open, setOpen] = useState(true)
  return (
    <div>
      {group.title && (
        <button
          type="button"
          className={navStyles.heading}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          {group.title}
          {open ? <ChevronDownRegular className={navStyles.end} /> : <ChevronRightRegular className={navStyles.end} />}
        </button>
      )}
      <div id={listId} hidden={!open && group.title !== ''}>
        <ul className={navStyles.list}>
          {group.leaves.map((leaf) => (
            <li key={leaf.path}>
              <NavLeaf leaf={leaf} active={leaf.path === active} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
