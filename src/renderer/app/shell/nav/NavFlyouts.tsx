import {
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Text,
  Tooltip,
  tokens,
} from '@fluentui/react-components'
import { DocumentMultipleRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { arrowKeys } from '#renderer/ui/focus/arrowKeys.ts'
import type { NavGroup } from '#renderer/ui/page/navigation.ts'
import { useOpen } from '#renderer/app/tabs/useOpen.ts'
import { branchTrail } from '../contentTree.ts'
import { NavContent } from './NavContent.tsx'
import { NavLeaf } from './NavLeaf.tsx'
import { NavTooltip } from './NavTooltip.tsx'
import { useNavStyles } from './navStyles.ts'

const useStyles = makeStyles({
  surface: {
    display: 'flex',
    flexDirection: 'column',
    width: '264px',
    maxHeight: 'calc(100vh - 112px)',
    boxSizing: 'border-box',
    padding: tokens.spacingHorizontalS,
  },
  title: { padding: `0 ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXS}`, flexShrink: 0 },
  scroll: { minHeight: 0, overflowY: 'auto', overflowX: 'hidden', scrollbarWidth: 'thin' },
})

const arrows = arrowKeys('vertical')

/** The collapsed navigation: an icon for each group, which opens a fly-out with its screens. */
export function NavFlyouts({ groups, active }: { groups: readonly NavGroup[]; active: string }) {
  const navStyles = useNavStyles()
  return (
    <ul className={navStyles.list}>
      {groups.map((group) => (
        <li key={group.key}>
          {group.title === '' ? (
            <SingleScreen group={group} active={active} />
          ) : (
            <Flyout group={group} active={active} />
          )}
        </li>
      ))}
    </ul>
  )
}

const containsPage = ({ leaves, tree = [] }: NavGroup, active: string): boolean =>
  leaves.some((leaf) => leaf.path === active) || branchTrail(tree, active).length > 0

/** A screen without a group. */
function SingleScreen({ group, active }: { group: NavGroup; active: string }) {
  const navStyles = useNavStyles()
  const open = useOpen()
  const [leaf] = group.leaves
  if (!leaf) return null
  const isActive = leaf.path === active
  return (
    <Tooltip content={leaf.title} relationship="label" positioning="after">
      <button
        type="button"
        className={mergeClasses(navStyles.row, isActive && navStyles.active)}
        aria-current={isActive ? 'page' : undefined}
        onClick={() => open(leaf.path)}
      >
        <span className={mergeClasses(navStyles.icon, isActive && navStyles.activeIcon)}>
          <leaf.icon />
        </span>
      </button>
    </Tooltip>
  )
}

function Flyout({ group, active }: { group: NavGroup; active: string }) {
  const styles = useStyles()
  const navStyles = useNavStyles()
  const [isOpen, setOpen] = useState(false)
  const [surface, setSurface] = useState<HTMLElement | null>(null)
  const Icon = group.tree ? DocumentMultipleRegular : (group.leaves[0]?.icon ?? DocumentMultipleRegular)
  const isActive = containsPage(group, active)
  const close = (): void => setOpen(false)
  return (
    <Popover
      open={isOpen}
      onOpenChange={(_event, data) => setOpen(data.open)}
      positioning={{ position: 'after', align: 'top', offset: 8 }}
      trapFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <button
          type="button"
          className={mergeClasses(navStyles.row, isActive && navStyles.active)}
          title={group.title}
          aria-label={group.title}
        >
          <span className={mergeClasses(navStyles.icon, isActive && navStyles.activeIcon)}>
            <Icon />
          </span>
        </button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={group.title} ref={setSurface}>
        <Text className={styles.title} weight="semibold">
          {group.title}
        </Text>
        {group.tree ? (
          <div ref={arrows} style={{ display: 'contents' }}>
            <NavContent group={group} active={active} flyout onOpened={close} />
          </div>
        ) : (
          <div ref={arrows} className={styles.scroll}>
            <ul className={navStyles.list}>
              {group.leaves.map((leaf) => (
                <li key={leaf.path}>
                  <NavLeaf leaf={leaf} active={leaf.path === active} onOpened={close} />
                </li>
              ))}
            </ul>
          </div>
        )}
        <NavTooltip around={surface} />
      </PopoverSurface>
    </Popover>
  )
}
