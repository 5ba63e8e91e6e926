import { makeStyles, tokens } from '@fluentui/react-components'
import { ReOrderDotsVerticalRegular } from '@fluentui/react-icons'

const useStyles = makeStyles({
  root: {
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    width: '20px',
    height: '28px',
    color: tokens.colorNeutralForeground3,
    cursor: 'grab',
  },
})

/**
 * The drag handle of a TreeTable row.
 * @param title its tooltip
 */
export function RowHandle({ title }: { title: string }) {
  const styles = useStyles()
  return (
    <span className={styles.root} title={title} draggable aria-hidden>
      <ReOrderDotsVerticalRegular />
    </span>
  )
}
