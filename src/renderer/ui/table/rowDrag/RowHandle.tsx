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

/** What a row of a TreeTable is dragged by. @param title what the pointer is told. */
export function RowHandle({ title }: { title: string }) {
  const styles = useStyles()
  return (
    <span className={styles.root} title={title} draggable aria-hidden>
      <ReOrderDotsVerticalRegular />
    </span>
  )
}
