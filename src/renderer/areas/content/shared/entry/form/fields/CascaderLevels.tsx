import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ChevronRightRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Classify } from '#shared/contract/classify.ts'
import { arrowKeys } from '#renderer/ui/focus/arrowKeys.ts'

const useStyles = makeStyles({
  root: { display: 'flex', overflowX: 'auto' },
  level: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    boxSizing: 'border-box',
    width: '208px',
    maxHeight: 'min(320px, 50vh)',
    overflowY: 'auto',
    padding: tokens.spacingHorizontalXS,
    '& + &': { borderLeft: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  entry: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    gap: tokens.spacingHorizontalXS,
    minHeight: '32px',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  onWay: { backgroundColor: tokens.colorNeutralBackground1Selected, fontWeight: tokens.fontWeightSemibold },
  title: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  nothing: { padding: tokens.spacingHorizontalS, color: tokens.colorNeutralForeground3 },
})

interface Props {
  tree: readonly Classify[]
  /** The chosen path of ids, which is initially open. */
  chosen: readonly string[]
  onChoose: (way: readonly number[]) => void
}

/** The levels of a tree side by side. Up and down move within a level, right opens the next level, left goes back. */
export function CascaderLevels({ tree, chosen, onChoose }: Props) {
  const styles = useStyles()
  const root = useRef<HTMLDivElement>(null)
  const focusDepth = useRef(-1)
  const [openPath, setOpenPath] = useState<readonly number[]>(() => findOpenPath(tree, chosen))
  useEffect(() => {
    if (focusDepth.current < 0) return
    focusLevel(root.current, focusDepth.current)
    focusDepth.current = -1
  }, [openPath])
  if (tree.length === 0) return <div className={styles.nothing}>字典中还没有内容</div>
  const levels = listOpenLevels(tree, openPath)
  return (
    <div ref={root} className={styles.root}>
      {levels.map(({ parent, entries }, depth) => {
        const parentPath = openPath.slice(0, depth)
        const onKeyDown = (event: KeyboardEvent): void => {
          if (event.key !== 'ArrowLeft' || depth === 0) return
          event.preventDefault()
          focusLevel(root.current, depth - 1)
        }
        return (
          <div
            key={parentPath.join()}
            ref={arrowKeys('vertical')}
            role="menu"
            tabIndex={-1}
            aria-label={parent?.title ?? '第一级'}
            className={styles.level}
            onKeyDown={onKeyDown}
          >
            {parent && (
              <button type="button" role="menuitem" className={styles.entry} onClick={() => onChoose(parentPath)}>
                选择“{parent.title}”
              </button>
            )}
            {entries.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                isOpen={openPath[depth] === entry.id}
                isChosen={chosen[depth] === String(entry.id) && parentPath.join() === chosen.slice(0, depth).join()}
                onOpen={(enter) => {
                  if (enter) focusDepth.current = depth + 1
                  setOpenPath([...parentPath, entry.id])
                }}
                onChoose={() => onChoose([...parentPath, entry.id])}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}

interface EntryProps {
  entry: Classify
  isOpen: boolean
  isChosen: boolean
  /** Opens the next level; `enter` also moves the focus there. */
  onOpen: (enter: boolean) => void
  onChoose: () => void
}

function Entry({ entry: { title, child }, isOpen, isChosen, onOpen, onChoose }: EntryProps) {
  const styles = useStyles()
  const hasChildren = child.length > 0
  return (
    <button
      type="button"
      role="menuitem"
      className={mergeClasses(styles.entry, (isOpen || isChosen) && styles.onWay)}
      {...(hasChildren ? { 'aria-haspopup': 'menu' as const, 'aria-expanded': isOpen } : {})}
      {...(isChosen ? { 'aria-current': true } : {})}
      onClick={() => (hasChildren ? onOpen(false) : onChoose())}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowRight' || !hasChildren) return
        event.preventDefault()
        onOpen(true)
      }}
    >
      <span className={styles.title}>{title}</span>
      {hasChildren && <ChevronRightRegular aria-hidden />}
    </button>
  )
}

/** Focuses the open entry of a level, or its first entry. */
function focusLevel(root: HTMLElement | null, depth: number): void {
  const level = root?.querySelectorAll('[role=menu]')[depth]
  const entry = level?.querySelector<HTMLElement>('[aria-expanded=true]') ?? level?.querySelector<HTMLElement>('button')
  entry?.focus()
}

interface OpenedLevel {
  parent: Classify | null
  entries: readonly Classify[]
}

function listOpenLevels(tree: readonly Classify[], path: readonly number[]): OpenedLevel[] {
  const levels: OpenedLevel[] = [{ parent: null, entries: tree }]
  for (const id of path) {
    const parent = levels.at(-1)?.entries.find((entry) => entry.id === id)
    if (!parent || parent.child.length === 0) break
    levels.push({ parent, entries: parent.child })
  }
  return levels
}

/** The part of a chosen path that exists in the tree. */
function findOpenPath(tree: readonly Classify[], [first, ...rest]: readonly string[]): number[] {
  const entry = tree.find(({ id }) => String(id) === first)
  return entry && entry.child.length > 0 ? [entry.id, ...findOpenPath(entry.child, rest)] : []
}
