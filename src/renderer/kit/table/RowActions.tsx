import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'

/** One thing that can be done with a row. */
export interface RowAction {
  title: string
  icon: FluentIcon
  /** Runs it; for a link that opens outside give `href` instead. */
  run?: () => void
  href?: string
  /** Why it can't be done now: the button stays, and says it. */
  refusal?: string | null
}

const useStyles = makeStyles({
  root: { display: 'inline-grid', gridAutoFlow: 'column', gridAutoColumns: '28px', verticalAlign: 'middle' },
  action: {
    display: 'inline-grid',
    placeItems: 'center',
    width: '28px',
    height: '28px',
    padding: 0,
    boxSizing: 'border-box',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    background: 'none',
    color: tokens.colorNeutralForeground2,
    fontSize: '20px',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground2BrandHover },
    ':hover:active': { backgroundColor: tokens.colorSubtleBackgroundPressed },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  refused: {
    color: tokens.colorNeutralForegroundDisabled,
    cursor: 'not-allowed',
    ':hover': { backgroundColor: tokens.colorTransparentBackground, color: tokens.colorNeutralForegroundDisabled },
    ':hover:active': { backgroundColor: tokens.colorTransparentBackground },
  },
})

/**
 * The actions at the end of a row, as icons with names. `null` keeps the place of an action that this row doesn't have,
 * so that the same action stands in one line through all rows. Plain elements, because long trees draw many while they
 * are scrolled.
 */
export function RowActions({ row, actions }: { row: string; actions: readonly (RowAction | null)[] }) {
  const styles = useStyles()
  return (
    <div className={styles.root}>
      {actions.map((action, index) =>
        action ? <Action key={action.title} row={row} {...action} /> : <i key={index} />,
      )}
    </div>
  )
}

function Action({ row, title, icon: Icon, run, href, refusal }: RowAction & { row: string }) {
  const styles = useStyles()
  const name = { title: refusal ? `${title}：${refusal}` : title, 'aria-label': `${title} ${row}` }
  if (href && !refusal)
    return (
      <a {...name} className={styles.action} href={href} target="_blank" rel="noreferrer">
        <Icon />
      </a>
    )
  return (
    <button
      {...name}
      type="button"
      className={mergeClasses(styles.action, refusal ? styles.refused : undefined)}
      // Stays reachable, so that the reason can be read.
      aria-disabled={refusal ? true : undefined}
      onClick={refusal ? undefined : run}
    >
      <Icon />
    </button>
  )
}
