import { makeStyles, mergeClasses, Tooltip, tokens } from '@fluentui/react-components'
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons'
import { useEffect, useId, useRef, useState } from 'react'
import type { NavGroup, NavLeaf } from '#renderer/kit/navigation.ts'
import { useOpen } from '../tabs/useOpen.ts'

const button = {
  display: 'flex',
  alignItems: 'center',
  width: '100%',
  boxSizing: 'border-box',
  border: 'none',
  background: 'none',
  font: 'inherit',
  cursor: 'pointer',
  textAlign: 'start',
  borderRadius: tokens.borderRadiusMedium,
  ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
} as const

const useStyles = makeStyles({
  title: {
    ...button,
    gap: tokens.spacingHorizontalXS,
    height: '32px',
    marginTop: tokens.spacingVerticalXS,
    padding: `0 ${tokens.spacingHorizontalS}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    ':hover': { color: tokens.colorNeutralForeground1 },
  },
  chevron: { marginInlineStart: 'auto' },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: '2px' },
  leaf: {
    ...button,
    position: 'relative',
    gap: tokens.spacingHorizontalM,
    height: '36px',
    padding: `0 ${tokens.spacingHorizontalMNudge}`,
    color: tokens.colorNeutralForeground2,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground1 },
  },
  active: {
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    '::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: 0,
      top: '10px',
      bottom: '10px',
      width: '3px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorCompoundBrandBackground,
    },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1 },
  },
  icon: { fontSize: '20px', lineHeight: 0, flexShrink: 0 },
  activeIcon: { color: tokens.colorBrandForeground1 },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

/** One group of the navigation. */
export function NavSection({ group, active, collapsed }: { group: NavGroup; active: string; collapsed: boolean }) {
  const styles = useStyles()
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
          {open ? (
            <ChevronDownRegular className={styles.chevron} />
          ) : (
            <ChevronRightRegular className={styles.chevron} />
          )}
        </button>
      )}
      <ul className={styles.list} id={listId} hidden={!shown}>
        {group.leaves.map((leaf) => (
          <li key={leaf.path}>
            <Leaf leaf={leaf} active={leaf.path === active} collapsed={collapsed} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Leaf({ leaf, active, collapsed }: { leaf: NavLeaf; active: boolean; collapsed: boolean }) {
  const styles = useStyles()
  const open = useOpen()
  const line = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const item = (
    <button
      ref={line}
      type="button"
      className={mergeClasses(styles.leaf, active && styles.active)}
      aria-current={active ? 'page' : undefined}
      onClick={() => open(leaf.path)}
    >
      <span className={mergeClasses(styles.icon, active && styles.activeIcon)}>
        <leaf.icon />
      </span>
      {!collapsed && <span className={styles.text}>{leaf.title}</span>}
    </button>
  )
  if (!collapsed) return item
  return (
    <Tooltip content={leaf.title} relationship="label" positioning="after">
      {item}
    </Tooltip>
  )
}
