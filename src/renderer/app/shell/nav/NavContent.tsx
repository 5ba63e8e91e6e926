import { makeStyles, mergeClasses, SearchBox, Text, tokens } from '@fluentui/react-components'
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons'
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { NavGroup } from '#renderer/ui/page/navigation.ts'
import { useNameMatch } from '#renderer/ui/search/nameMatch.ts'
import { filterBranches } from './branchFilter.ts'
import { NavBranches } from './NavBranches.tsx'
import { NavLeaf } from './NavLeaf.tsx'
import { useNavStyles } from './navStyles.ts'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minHeight: 0, minWidth: 0 },
  filter: {
    flexShrink: 0,
    width: 'auto',
    maxWidth: 'none',
    margin: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalXXS} ${tokens.spacingVerticalXS}`,
  },
  scroll: { flex: '0 1 auto', minHeight: 0, overflowX: 'hidden', overflowY: 'auto', scrollbarWidth: 'thin' },
  none: { display: 'block', padding: tokens.spacingHorizontalS, color: tokens.colorNeutralForeground3 },
  status: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
})

interface Props {
  group: NavGroup
  active: string
  className?: string
  /** In a fly-out: always unfolded, and the filter has the focus. */
  flyout?: boolean
  onOpened?: () => void
}

/** The columns of the current site: a section with its own scroll bar and a filter by name or pinyin. */
export function NavContent({ group, active, className, flyout = false, onOpened }: Props) {
  const styles = useStyles()
  const navStyles = useNavStyles()
  const bodyId = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const [folded, setFolded] = useState(false)
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState(false)
  const match = useNameMatch(searched)
  const text = useDeferredValue(typed.trim())
  const tree = useMemo(() => group.tree ?? [], [group.tree])
  const found = useMemo(
    () => (text === '' ? { tree, hits: 0 } : filterBranches(tree, (title) => match(title, text))),
    [tree, text, match],
  )
  const filtered = text !== ''
  useEffect(() => {
    if (filtered || folded) return
    scroll.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [filtered, folded])

  return (
    <section className={mergeClasses(styles.root, className)} aria-label={group.title}>
      {!flyout && (
        <button
          type="button"
          className={navStyles.heading}
          aria-expanded={!folded}
          aria-controls={bodyId}
          onClick={() => setFolded(!folded)}
        >
          {group.title}
          {folded ? (
            <ChevronRightRegular className={navStyles.end} />
          ) : (
            <ChevronDownRegular className={navStyles.end} />
          )}
        </button>
      )}
      {!folded && (
        <SearchBox
          className={styles.filter}
          size="small"
          autoFocus={flyout}
          aria-label="筛选栏目"
          placeholder="筛选栏目（名称或拼音首字母）"
          maxLength={100}
          dismiss={{ 'aria-label': '清空' }}
          value={typed}
          onFocus={() => setSearched(true)}
          onChange={(_event, { value }) => setTyped(value)}
          onKeyDown={(event) => {
            // The first Escape clears the filter; only the next one reaches the fly-out around it.
            if (event.key !== 'Escape' || typed === '') return
            event.stopPropagation()
            setTyped('')
          }}
        />
      )}
      <div id={bodyId} ref={scroll} className={styles.scroll} hidden={folded}>
        {!filtered && group.leaves.length > 0 && (
          <ul className={navStyles.list}>
            {group.leaves.map((leaf) => (
              <li key={leaf.path}>
                <NavLeaf leaf={leaf} active={leaf.path === active} onOpened={onOpened} />
              </li>
            ))}
          </ul>
        )}
        <NavBranches branches={found.tree} active={active} onOpened={onOpened} />
        {filtered && found.tree.length === 0 && <Text className={styles.none}>没有名称包含“{text}”的栏目</Text>}
      </div>
      <span role="status" className={styles.status}>
        {filtered && !folded ? `找到 ${found.hits} 个栏目` : ''}
      </span>
    </section>
  )
}
