import { Button, makeStyles, Tooltip } from '@fluentui/react-components'
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
  button: { minWidth: '24px' },
})

/**
 * The actions at the end of a row, as icons with names. `null` keeps the place of an action that this row doesn't have,
 * so that the same action stands in one line through all rows.
 */
export function RowActions({ row, actions }: { row: string; actions: readonly (RowAction | null)[] }) {
  const styles = useStyles()
  return (
    <div className={styles.root}>
      {actions.map((action, index) =>
        action ? <ActionButton key={action.title} row={row} {...action} /> : <i key={index} />,
      )}
    </div>
  )
}

function ActionButton({ row, title, icon: Icon, run, href, refusal }: RowAction & { row: string }) {
  const styles = useStyles()
  const look = { size: 'small', appearance: 'subtle', icon: <Icon />, className: styles.button } as const
  const name = `${title} ${row}`
  return (
    <Tooltip content={refusal ? `${title}：${refusal}` : title} relationship={refusal ? 'description' : 'inaccessible'}>
      {href && !refusal ? (
        <Button {...look} as="a" href={href} target="_blank" rel="noreferrer" aria-label={name} />
      ) : (
        <Button {...look} aria-label={name} disabledFocusable={Boolean(refusal)} onClick={run} />
      )}
    </Tooltip>
  )
}
