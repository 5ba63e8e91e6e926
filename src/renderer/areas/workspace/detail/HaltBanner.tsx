import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  Text,
  tokens,
} from '@fluentui/react-components'
import { useState } from 'react'
import type { Halt, Workspace } from '#shared/contract/workspace.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { SyncDialog } from '#renderer/features/workspaces/SyncDialog.tsx'
import { HALT, type HaltWords } from '#renderer/features/workspaces/text.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { PlanTable } from '#renderer/features/workspaces/PlanTable.tsx'

const useStyles = makeStyles({ root: { flexShrink: 0 } })

/** A safety stop (S17, S18): what was found, and the ways on, in plain words. */
export function HaltBanner({ workspace, halt }: { workspace: Workspace; halt: Halt }) {
  return halt.kind === 'local-root-missing' ? (
    <FolderMissing workspace={workspace} halt={halt} />
  ) : (
    <Answerable id={workspace.id} halt={halt} kind={halt.kind} />
  )
}

/** The list of what is held comes first: an answer agrees to these files. */
function Answerable({ id, halt, kind }: { id: string; halt: Halt; kind: keyof typeof HALT }) {
  const styles = useStyles()
  const [shown, setShown] = useState(false)
  return (
    <MessageBar className={styles.root} intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>同步已停下，等您决定</MessageBarTitle>
        {halt.message}。{HALT[kind].restoreText}
        {halt.others > 0 ? alsoWaiting(halt.others) : '其他文件照常同步；'}恢复原状后会自动继续。
      </MessageBarBody>
      <MessageBarActions>
        <Button appearance="primary" onClick={() => setShown(true)}>
          查看清单并决定
        </Button>
      </MessageBarActions>
      {shown && <HaltDialog id={id} words={HALT[kind]} onClose={() => setShown(false)} />}
    </MessageBar>
  )
}

const alsoWaiting = (others: number): string => `另有 ${others} 个文件也没有同步，答复之后会接着问您。`

/** Nothing can be agreed to while the folder is away: an empty one in its place would empty the server. */
function FolderMissing({ workspace, halt }: { workspace: Workspace; halt: Halt }) {
  const styles = useStyles()
  const confirm = useConfirm()
  const [moving, setMoving] = useState(false)
  const check = useWrite('workspaces.syncNow', { success: '正在重新检查' })
  const disconnect = useWrite('workspaces.disconnect', { success: '已断开同步，服务器上的文件都还在' })
  const askDisconnect = async (): Promise<void> => {
    const text = `“${workspace.templateName}”不再同步，服务器上的文件都会保留。`
    if (await confirm({ title: '断开同步', text, confirmText: '断开', danger: true })) {
      disconnect.mutate({ id: workspace.id })
    }
  }
  return (
    <MessageBar className={styles.root} intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>找不到本地文件夹</MessageBarTitle>
        {halt.message}。移回原处或接上磁盘后会自动继续。
      </MessageBarBody>
      <MessageBarActions>
        <Button appearance="primary" onClick={() => check.mutate({ id: workspace.id })}>
          重新检查
        </Button>
        <Button onClick={() => setMoving(true)}>选择新位置</Button>
        <Button onClick={() => void askDisconnect()}>断开</Button>
      </MessageBarActions>
      {moving && (
        <SyncDialog
          template={{ folder: workspace.folder, name: workspace.templateName }}
          workspace={workspace.id}
          onClose={() => setMoving(false)}
        />
      )}
    </MessageBar>
  )
}

const useHaltDialogStyles = makeStyles({
  text: { flexShrink: 0 },
  list: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0, gap: tokens.spacingVerticalS },
})

/**
 * What a safety stop holds back, file by file, and the two answers. An answer carries the signature of the list that is
 * shown: when the files are other ones by then, the service refuses it and the new list is shown.
 */
function HaltDialog({ id, words, onClose }: { id: string; words: HaltWords; onClose: () => void }) {
  const styles = useHaltDialogStyles()
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
            {halt.message}。{words.restoreText}
            {halt.others > 0
              ? `下面的文件在等您决定。${alsoWaiting(halt.others)}`
              : '只有下面的文件在等您决定，其他文件照常同步。'}
          </Text>
          <PlanTable items={data.items} />
        </div>
      )}
    </PanelDialog>
  )
}
