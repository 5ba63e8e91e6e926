import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { useActionStyle } from './actionStyle.ts'

/** An action on a row. */
export interface RowAction {
  title: string
  icon: FluentIcon
  /** Runs the action; a link to another site has `href` instead. */
  run?: () => void
  href?: string
  /** Why the action is not possible now; the button stays and shows it. */
  refusal?: string | null
}

const useStyles = makeStyles({
  root: { display: 'inline-grid', gridAutoFlow: 'column', gridAutoColumns: '28px', verticalAlign: 'middle' },
  refused: {
    color: tokens.colorNeutralForegroundDisabled,
    cursor: 'not-allowed',
    ':hover': { backgroundColor: tokens.colorTransparentBackground, color: tokens.colorNeutralForegroundDisabled },
    ':hover:active': { backgroundColor: tokens.colorTransparentBackground },
  },
})

/**
 * The actions at the end of a row, as icons with names. `null` leaves a gap for an action that the row doesn't have, so
 * that actions are aligned across rows. Plain elements, because long trees render many while scrolling.
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
  const action = useActionStyle()
  const name = { title: refusal ? `${title}：${refusal}` : title, 'aria-label': `${title} ${row}` }
  if (href && !refusal)
    return (
      <a {...name} className={action} href={href} target="_blank" rel="noreferrer">
        <Icon />
      </a>
    )
  return (
    <button
      {...name}
      type="button"
      className={mergeClasses(action, refusal ? styles.refused : undefined)}
      // aria-disabled and not disabled: the button stays focusable, so that the reason can be read.
      aria-disabled={refusal ? true : undefined}
      onClick={refusal ? undefined : run}
    >
      <Icon />
    </button>
  )
}
