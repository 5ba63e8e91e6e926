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
import type { SafetyStop, Workspace } from '#shared/contract/workspace.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { SyncDialog } from '#renderer/features/workspaces/SyncDialog.tsx'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { PlanTable } from '#renderer/features/workspaces/PlanTable.tsx'

const useStyles = makeStyles({ root: { flexShrink: 0 } })

/** A safety stop (S17, S18): its cause and the possible answers. */
export function SafetyStopBanner({ workspace, halt }: { workspace: Workspace; halt: SafetyStop }) {
  return halt.kind === 'local-root-missing' ? (
    <FolderMissing workspace={workspace} halt={halt} />
  ) : (
    <AnswerableStop id={workspace.id} halt={halt} kind={halt.kind} />
  )
}

/** The texts of a safety stop's answers. */
interface AnswerTexts {
  /** Label of the answer that restores the files; null where sync can only be paused. */
  restore: string | null
  restoreText: string
  /** Label of the answer that confirms the change. */
  proceed: string
  proceedText: string
}

const RESTORE_FROM_SERVER = {
  restore: '从服务器恢复',
  restoreText: '如果不是有意删除，可以从服务器恢复到本地。',
  proceed: '按本地删除服务器文件',
  proceedText: '服务器上对应的文件将被删除（先保存到回收站）。请确认这些文件是有意删除的。',
}

const RESTORE_TO_SERVER = {
  restore: '恢复到服务器',
  restoreText: '如果不是有意删除，可以用本地文件恢复服务器。',
  proceed: '按服务器删除本地文件',
  proceedText: '本地对应的文件将被删除（先保存到回收站）。请确认服务器上的删除是有意的。',
}

/** The texts of both answers, per kind of safety stop that can be answered; a missing folder can't. */
const ANSWER_TEXTS: Record<Exclude<SafetyStop['kind'], 'local-root-missing'>, AnswerTexts> = {
  'local-emptied': RESTORE_FROM_SERVER,
  'mass-delete-local': RESTORE_TO_SERVER,
  'remote-emptied': RESTORE_TO_SERVER,
  'mass-delete-remote': RESTORE_FROM_SERVER,
  'all-changed': {
    restore: '撤销这些修改',
    restoreText: '几乎所有文件都有修改。如果不是有意修改，可以恢复为另一边的版本。',
    proceed: '同步这些修改',
    proceedText: '这些修改将同步到另一边，被覆盖的版本先保存到回收站。请确认是有意修改的。',
  },
  'git-checkout': {
    restore: '恢复为服务器的版本',
    restoreText:
      '如果不希望此次切换影响服务器，请在 git 中切换回原分支，同步将自动继续；也可以将服务器上的文件恢复到本地。',
    proceed: '同步到服务器',
    proceedText: '服务器上的模板将与当前分支一致，被覆盖和删除的版本先保存到回收站。',
  },
  'live-template': {
    restore: null,
    restoreText: '同意后，该模板的修改都自动上传，不再询问。',
    proceed: '同意上传',
    proceedText: '修改上传后立即在网站上生效，之后的修改也自动上传。',
  },
  'template-errors': {
    restore: null,
    restoreText: '修正并保存后会自动上传；“模板检查”列出了全部错误。',
    proceed: '仍然上传',
    proceedText: '使用有误模板的页面将停留在原内容。',
  },
}

/** The list of held files is shown before an answer, which confirms exactly these files. */
function AnswerableStop({ id, halt, kind }: { id: string; halt: SafetyStop; kind: keyof typeof ANSWER_TEXTS }) {
  const styles = useStyles()
  const [shown, setShown] = useState(false)
  return (
    <MessageBar className={styles.root} intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>同步已安全停止，等待处理</MessageBarTitle>
        {halt.message}。{ANSWER_TEXTS[kind].restoreText}
        {halt.others > 0 ? describeOthers(halt.others) : '其他文件正常同步；'}恢复原状后自动继续。
      </MessageBarBody>
      <MessageBarActions>
        <Button appearance="primary" onClick={() => setShown(true)}>
          查看清单并处理
        </Button>
      </MessageBarActions>
      {shown && <SafetyStopDialog id={id} words={ANSWER_TEXTS[kind]} onClose={() => setShown(false)} />}
    </MessageBar>
  )
}

const describeOthers = (others: number): string => `另有 ${others} 个文件也未同步，处理后将继续询问。`

/** Offers no confirmation while the folder is missing: an empty folder in its place would empty the server. */
function FolderMissing({ workspace, halt }: { workspace: Workspace; halt: SafetyStop }) {
  const styles = useStyles()
  const confirm = useConfirm()
  const [moving, setMoving] = useState(false)
  const check = useWrite('workspaces.syncNow', { success: '正在重新检查' })
  const disconnect = useWrite('workspaces.disconnect', { success: '已断开同步，服务器上的文件均已保留' })
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
        {halt.message}。移回原位置或连接磁盘后自动继续。
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
 * The files that a safety stop holds back, and the two answers. An answer carries the signature of the shown list. When the
 * list has changed, the service refuses the answer and the new list is shown.
 */
function SafetyStopDialog({ id, words, onClose }: { id: string; words: AnswerTexts; onClose: () => void }) {
  const styles = useHaltDialogStyles()
  const confirm = useConfirm()
  const { data, error, refetch } = useRead('workspaces.halt', { id }, { quiet: true })
  const answer = useWrite('workspaces.answerHalt', { onSuccess: onClose })
  const pause = useWrite('workspaces.pause', { onSuccess: onClose })
  const halt = data?.halt
  const sendAnswer = (choice: 'proceed' | 'restore', signature: string): void =>
    answer.mutate(
      { id, answer: choice, signature },
      { onError: ({ code }) => void (code === 'not-found' ? onClose() : refetch()) },
    )
  const proceed = async (signature: string): Promise<void> => {
    const agreed = await confirm({
      title: words.proceed,
      text: words.proceedText,
      confirmText: words.proceed,
      danger: true,
    })
    if (agreed) sendAnswer('proceed', signature)
  }
  return (
    <PanelDialog
      title="同步已安全停止，等待处理"
      size="large"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>稍后处理</Button>
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
              onClick={() => halt && sendAnswer('restore', halt.signature)}
            >
              {words.restore}
            </Button>
          )}
        </>
      }
    >
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />)}
      {data && !halt && <EmptyState title="同步已恢复" text="停止的原因已消除，同步继续进行。" />}
      {data && halt && (
        <div className={styles.list}>
          <Text className={styles.text}>
            {halt.message}。{words.restoreText}
            {halt.others > 0
              ? `以下文件等待处理。${describeOthers(halt.others)}`
              : '只有以下文件等待处理，其他文件正常同步。'}
          </Text>
          <PlanTable items={data.items} />
        </div>
      )}
    </PanelDialog>
  )
}
