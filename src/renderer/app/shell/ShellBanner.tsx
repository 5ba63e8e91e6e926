import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'

/** The page below takes what room is left; the bar keeps its own. */
const useStyles = makeStyles({ bar: { flexShrink: 0 } })

interface Props {
  text: string
  /** Label of the button that ends the state. */
  action: string
  busy: boolean
  onAction: () => Promise<void>
}

/** A state of the whole program, above its pages, and the button that ends it. */
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
