import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'

/** The bar keeps its height; the page below gets the rest. */
const useStyles = makeStyles({ bar: { flexShrink: 0 } })

interface Props {
  text: string
  /** Label of the button that ends this state. */
  action: string
  busy: boolean
  onAction: () => Promise<void>
}

/** A bar above the pages that shows a state of the whole program, with a button that ends it. */
export function ShellBanner({ text, action, busy, onAction }: Props) {
  const styles = useStyles()
  return (
    <MessageBar className={styles.bar} intent="warning" shape="square">
      <MessageBarBody>{text}</MessageBarBody>
      <MessageBarActions>
        <Button disabled={busy} onClick={() => void onAction()}>
          {action}
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}
