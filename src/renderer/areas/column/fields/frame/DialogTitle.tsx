import { makeStyles } from '@fluentui/react-components'

const useStyles = makeStyles({
  root: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

/** A title in one line, however long the names in it are. */
export function DialogTitle({ text }: { text: string }) {
  const styles = useStyles()
  return (
    <span className={styles.root} title={text}>
      {text}
    </span>
  )
}
