import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useOpen } from '#renderer/app/tabs/useOpen.ts'
import { branchTrail } from '../contentTree.ts'
import type { FilteredBranch } from './branchFilter.ts'
import { navButton, useNavStyles } from './navStyles.ts'

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'center', position: 'relative' },
  fold: {
    ...navButton,
    position: 'absolute',
    zIndex: 1,
    width: '20px',
    height: '24px',
    padding: 0,
    justifyContent: 'center',
    color: tokens.colorNeutralForeground3,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground1 },
  },
  // The browser lays out only the items in view.
  item: { contentVisibility: 'auto', containIntrinsicSize: 'auto 32px' },
})

const INDENT = 16
/** Deeper levels get no more indent, so that their names stay readable. */
const MAX_INDENT_DEPTH = 5
const PADDING = 8

interface Props {
  branches: readonly FilteredBranch[]
  active: string
  depth?: number
  /** Called after a page was opened; a fly-out then closes. */
  onOpened?: (() => void) | undefined
}

/** Columns of the current site as a tree. The children of a column are rendered when it is unfolded. */
export function NavBranches({ branches, active, depth = 0, onOpened }: Props) {
  const styles = useStyles()
  const navStyles = useNavStyles()
  return (
    <ul className={navStyles.list}>
      {branches.map((branch) => (
        <li key={branch.key} className={branch.child.length === 0 ? styles.item : undefined}>
          <Branch branch={branch} active={active} depth={depth} onOpened={onOpened} />
        </li>
      ))}
    </ul>
  )
}

function Branch({ branch, active, depth = 0, onOpened }: Omit<Props, 'branches'> & { branch: FilteredBranch }) {
  const styles = useStyles()
  const navStyles = useNavStyles()
  const open = useOpen()
  const line = useRef<HTMLButtonElement>(null)
  const { path, title, child } = branch
  const isActive = path === active
  const isOnTrail = branch.leads ?? branchTrail(child, active).length > 0
  const [manualFold, setManualFold] = useState<boolean | null>(null)
  // A branch unfolds when the current page or a search hit moves below it; a manual fold lasts until then.
  const [wasOnTrail, setWasOnTrail] = useState(isOnTrail)
  if (wasOnTrail !== isOnTrail) {
    setWasOnTrail(isOnTrail)
    if (isOnTrail) setManualFold(null)
  }
  const unfolded = manualFold ?? isOnTrail
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])

  const Chevron = unfolded ? ChevronDownRegular : ChevronRightRegular
  const fold = (): void => setManualFold(!unfolded)
  const onKeyDown = (event: KeyboardEvent): void => {
    const unfold = { ArrowRight: true, ArrowLeft: false }[event.key]
    if (unfold === undefined || child.length === 0 || unfold === unfolded) return
    event.preventDefault()
    setManualFold(unfold)
  }
  const start = PADDING + Math.min(depth, MAX_INDENT_DEPTH) * INDENT
  return (
    <>
      <div className={styles.line}>
        {path !== undefined && child.length > 0 && (
          <button
            type="button"
            className={styles.fold}
            style={{ insetInlineStart: `${start}px` }}
            aria-expanded={unfolded}
            aria-label={`${title} 的下级栏目`}
            onClick={fold}
            onKeyDown={onKeyDown}
          >
            <Chevron />
          </button>
        )}
        <button
          ref={line}
          type="button"
          className={mergeClasses(navStyles.row, isActive && navStyles.active)}
          style={{ paddingInlineStart: `${start}px` }}
          aria-current={isActive ? 'page' : undefined}
          aria-expanded={path === undefined ? unfolded : undefined}
          onClick={() => {
            if (path === undefined) return fold()
            open(path)
            onOpened?.()
          }}
          onKeyDown={onKeyDown}
        >
          <span className={navStyles.icon} style={{ fontSize: '16px' }}>
            {path === undefined && <Chevron />}
          </span>
          <span className={navStyles.text}>{title}</span>
        </button>
      </div>
      {unfolded && child.length > 0 && (
        <NavBranches branches={child} active={active} depth={depth + 1} onOpened={onOpened} />
      )}
    </>
  )
}
