import { makeStyles, mergeClasses, Tooltip, tokens } from '@fluentui/react-components'
import {
  ChevronDownRegular,
  ChevronRightRegular,
  DocumentMultipleRegular,
  type FluentIcon,
} from '@fluentui/react-icons'
import { useEffect, useId, useRef, useState } from 'react'
import type { NavGroup, NavLeaf } from '#renderer/kit/navigation.ts'
import { useOpen } from '../tabs/useOpen.ts'
import { NavBranches } from './NavBranches.tsx'
import { navButton, useNavLook } from './navLook.ts'

const useStyles = makeStyles({
  title: {
    ...navButton,
    gap: tokens.spacingHorizontalXS,
    height: '32px',
    marginTop: tokens.spacingVerticalXS,
    padding: `0 ${tokens.spacingHorizontalS}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    ':hover': { color: tokens.colorNeutralForeground1 },
  },
  leaf: {
    ...navButton,
    position: 'relative',
    gap: tokens.spacingHorizontalM,
    height: '36px',
    padding: `0 ${tokens.spacingHorizontalMNudge}`,
    color: tokens.colorNeutralForeground2,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground1 },
  },
  icon: { fontSize: '20px', lineHeight: 0, flexShrink: 0 },
  activeIcon: { color: tokens.colorBrandForeground1 },
})

interface Props {
  group: NavGroup
  active: string
  collapsed: boolean
  /** Makes the navigation wide again. */
  onExpand: () => void
}

/** One group of the navigation. A tree of columns needs the wide one: narrow, an icon stands for it. */
export function NavSection({ group, active, collapsed, onExpand }: Props) {
  const styles = useStyles()
  const look = useNavLook()
  const listId = useId()
  const [open, setOpen] = useState(true)
  const shown = open || collapsed || !group.title
  return (
    <div>
      {group.title && !collapsed && (
        <button
          type="button"
          className={styles.title}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          {group.title}
          {open ? <ChevronDownRegular className={look.end} /> : <ChevronRightRegular className={look.end} />}
        </button>
      )}
      <div id={listId} hidden={!shown}>
        {group.tree && !collapsed && <NavBranches branches={group.tree} active={active} />}
        <ul className={look.list}>
          {group.tree && collapsed && (
            <li>
              <IconButton title={group.title} icon={DocumentMultipleRegular} onClick={onExpand} />
            </li>
          )}
          {group.leaves.map((leaf) => (
            <li key={leaf.path}>
              <Leaf leaf={leaf} active={leaf.path === active} collapsed={collapsed} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function IconButton({ title, icon: Icon, onClick }: { title: string; icon: FluentIcon; onClick: () => void }) {
  const styles = useStyles()
  return (
    <Tooltip content={title} relationship="label" positioning="after">
      <button type="button" className={styles.leaf} onClick={onClick}>
        <span className={styles.icon}>
          <Icon />
        </span>
      </button>
    </Tooltip>
  )
}

function Leaf({ leaf, active, collapsed }: { leaf: NavLeaf; active: boolean; collapsed: boolean }) {
  const styles = useStyles()
  const look = useNavLook()
  const open = useOpen()
  const line = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const item = (
    <button
      ref={line}
      type="button"
      className={mergeClasses(styles.leaf, active && look.active)}
      aria-current={active ? 'page' : undefined}
      onClick={() => open(leaf.path)}
    >
      <span className={mergeClasses(styles.icon, active && styles.activeIcon)}>
        <leaf.icon />
      </span>
      {!collapsed && <span className={look.text}>{leaf.title}</span>}
    </button>
  )
  if (!collapsed) return item
  return (
    <Tooltip content={leaf.title} relationship="label" positioning="after">
      {item}
    </Tooltip>
  )
}
