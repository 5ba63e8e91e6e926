import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
} from '@fluentui/react-components'
import type { Workspace } from '#shared/contract/workspace.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/kit/dialogs/useConfirm.ts'
import { HALT } from '#renderer/text/workspace.ts'

const useStyles = makeStyles({ root: { flexShrink: 0 } })

/** A safety stop (S17, S18): what was found, and the two ways on, in plain words. */
export function HaltBanner({ id, halt }: { id: string; halt: NonNullable<Workspace['halt']> }) {
  const styles = useStyles()
  const confirm = useConfirm()
  const answer = useWrite('workspaces.answerHalt')
  const words = HALT[halt.kind]

  const proceed = async (): Promise<void> => {
    const agreed = await confirm({ title: words.proceed, text: words.proceedText, danger: true })
    if (agreed) answer.mutate({ id, answer: 'proceed' })
  }
  return (
    <MessageBar className={styles.root} intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>同步已停下，等您决定</MessageBarTitle>
        {halt.message}。{words.restoreText}
      </MessageBarBody>
      <MessageBarActions>
        <Button
          appearance="primary"
          disabled={answer.isPending}
          onClick={() => answer.mutate({ id, answer: 'restore' })}
        >
          {words.restore}
        </Button>
        <Button disabled={answer.isPending} onClick={() => void proceed()}>
          {words.proceed}
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}
