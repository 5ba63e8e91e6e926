import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons'
import { useEffect, useRef, useState } from 'react'
import type { NavBranch } from '#renderer/kit/navigation.ts'
import { useOpen } from '../tabs/useOpen.ts'
import { branchTrail } from './contentTree.ts'
import { navButton, useNavLook } from './navLook.ts'

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'center', gap: '2px' },
  branch: {
    ...navButton,
    position: 'relative',
    flex: '1 1 auto',
    minWidth: 0,
    gap: tokens.spacingHorizontalXS,
    height: '32px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    color: tokens.colorNeutralForeground2,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground1 },
  },
  fold: { ...navButton, width: '24px', height: '32px', flexShrink: 0, justifyContent: 'center' },
})

const INDENT = 12

interface Props {
  branches: readonly NavBranch[]
  active: string
  depth?: number
}

/** Columns of the current site as a tree; what is below a column is drawn when it is unfolded. */
export function NavBranches({ branches, active, depth = 0 }: Props) {
  const look = useNavLook()
  return (
    <ul className={look.list}>
      {branches.map((branch) => (
        <li key={branch.key}>
          <Branch branch={branch} active={active} depth={depth} />
        </li>
      ))}
    </ul>
  )
}

function Branch({ branch, active, depth }: { branch: NavBranch; active: string; depth: number }) {
  const styles = useStyles()
  const look = useNavLook()
  const open = useOpen()
  const line = useRef<HTMLButtonElement>(null)
  const { path, title, child } = branch
  const isActive = path === active
  const leadsToActive = branchTrail(child, active).length > 0
  const [choice, setChoice] = useState<boolean | null>(null)
  // What leads to the page in front unfolds by itself each time the page comes to the front.
  const [led, setLed] = useState(leadsToActive)
  if (led !== leadsToActive) {
    setLed(leadsToActive)
    if (leadsToActive) setChoice(null)
  }
  const unfolded = choice ?? leadsToActive
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])

  const Chevron = unfolded ? ChevronDownRegular : ChevronRightRegular
  const fold = (): void => setChoice(!unfolded)
  const indent = { paddingInlineStart: `${8 + depth * INDENT}px` }
  return (
    <>
      <div className={styles.line}>
        <button
          ref={line}
          type="button"
          className={mergeClasses(styles.branch, isActive && look.active)}
          style={indent}
          title={title}
          aria-current={isActive ? 'page' : undefined}
          aria-expanded={path === undefined ? unfolded : undefined}
          onClick={() => (path === undefined ? fold() : open(path))}
        >
          <span className={look.text}>{title}</span>
          {path === undefined && <Chevron className={look.end} />}
        </button>
        {path !== undefined && child.length > 0 && (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={unfolded}
            aria-label={`${title} 的下级栏目`}
            onClick={fold}
          >
            <Chevron />
          </button>
        )}
      </div>
      {unfolded && child.length > 0 && <NavBranches branches={child} active={active} depth={depth + 1} />}
    </>
  )
}
