import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { PlanTable } from '#renderer/features/workspaces/PlanTable.tsx'
import type { HaltWords } from '#renderer/features/workspaces/text.ts'

const useStyles = makeStyles({
  text: { flexShrink: 0 },
  list: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0, gap: tokens.spacingVerticalS },
})

/**
 * What a safety stop holds back, file by file, and the two answers. An answer carries the signature of the list that is
 * shown: when the files are other ones by then, the service refuses it and the new list is shown.
 */
export function HaltDialog({ id, words, onClose }: { id: string; words: HaltWords; onClose: () => void }) {
  const styles = useStyles()
  const confirm = useConfirm()
  const { data, error, refetch } = useRead('workspaces.halt', { id }, { quiet: true })
  const answer = useWrite('workspaces.answerHalt', { onSuccess: onClose })
  const pause = useWrite('workspaces.pause', { onSuccess: onClose })
  const halt = data?.halt
  const give = (choice: 'proceed' | 'restore', signature: string): void =>
    answer.mutate(
      { id, answer: choice, signature },
      { onError: ({ code }) => void (code === 'not-found' ? onClose() : refetch()) },
    )
  const proceed = async (signature: string): Promise<void> => {
    const agreed = await confirm({ title: words.proceed, text: words.proceedText, danger: true })
    if (agreed) give('proceed', signature)
  }
  return (
    <PanelDialog
      title="同步已停下，等您决定"
      size="large"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>以后再决定</Button>
          <Button disabledFocusable={!halt || answer.isPending} onClick={() => halt && void proceed(halt.signature)}>
            {words.proceed}
          </Button>
          {words.restore === null ? (
            <Button appearance="primary" disabledFocusable={pause.isPending} onClick={() => pause.mutate({ id })}>
              暂停同步
            </Button>
          ) : (
            <Button
              appearance="primary"
              disabledFocusable={!halt || answer.isPending}
              onClick={() => halt && give('restore', halt.signature)}
            >
              {words.restore}
            </Button>
          )}
        </>
      }
    >
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />)}
      {data && !halt && <EmptyState title="这次停止已经过去了" text="引起它的原因没有了，同步已继续。" />}
      {data && halt && (
        <div className={styles.list}>
          <Text className={styles.text}>
            {halt.message}。{words.restoreText}只有下面的文件在等您决定，其他文件照常同步。
          </Text>
          <PlanTable items={data.items} />
        </div>
      )}
    </PanelDialog>
  )
}
