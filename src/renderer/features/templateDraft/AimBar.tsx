import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Text,
  tokens,
} from '@fluentui/react-components'
import { useEffect, useEffectEvent, useState } from 'react'
import type { DraftState } from '#shared/contract/templateDraft.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { PlanTable } from '../workspaces/PlanTable.tsx'
import { summaryOf } from '../workspaces/summary.ts'

export interface AimedWorkspace {
  id: string
  /** What it is synced with: the template's folder on the server, or that of its draft. */
  folder: string
}

const useStyles = makeStyles({
  still: { flexShrink: 0 },
  summary: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalXXL },
})

interface Props {
  workspace: AimedWorkspace
  state: DraftState
  onDone: () => void
}

/** Says what a workspace is synced with, and turns it to the other. */
export function AimBar({ workspace, state, onDone }: Props) {
  const styles = useStyles()
  const [turning, setTurning] = useState(false)
  const isLive = workspace.folder === state.folder
  const other = isLive
    ? { folder: state.draft?.folder ?? '', name: `${state.name}（草稿）` }
    : { folder: state.folder, name: state.name }
  return (
    <>
      <MessageBar className={styles.still} intent={isLive ? 'warning' : 'info'} layout="multiline">
        <MessageBarBody>
          {isLive
            ? '这个工作区同步的是线上模板：保存的修改会直接影响网站。'
            : '这个工作区同步的是草稿：发布之前，网站不会变。'}
        </MessageBarBody>
        <MessageBarActions>
          <Button onClick={() => setTurning(true)}>{isLive ? '改为同步草稿' : '改为同步线上模板'}</Button>
        </MessageBarActions>
      </MessageBar>
      {turning && <AimDialog id={workspace.id} to={other} onDone={onDone} onClose={() => setTurning(false)} />}
    </>
  )
}

interface AimProps {
  id: string
  to: { folder: string; name: string }
  onDone: () => void
  onClose: () => void
}

/** What turning a workspace does to its files; it happens when the user agrees (sync-rules.md S8). */
function AimDialog({ id, to, onDone, onClose }: AimProps) {
  const styles = useStyles()
  const plan = useWrite('workspaces.plan', { quiet: true })
  const again = (): void => plan.mutate({ folder: to.folder, templateName: to.name, workspace: id })
  const connect = useWrite('workspaces.connect', { success: `现在同步的是“${to.name}”`, onSuccess: onDone })
  const first = useEffectEvent(again)
  useEffect(() => first(), [])
  const shown = plan.isPending ? undefined : plan.data?.data
  const agree = (planId: string): void =>
    connect.mutate({ planId }, { onError: (error) => error.code === 'conflict' && again() })
  const changes = shown?.items.filter(({ action }) => action !== 'adopt') ?? []
  return (
    <PanelDialog
      title={`改为同步“${to.name}”`}
      size="medium"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            appearance="primary"
            disabledFocusable={!shown || connect.isPending}
            onClick={() => shown && agree(shown.planId)}
          >
            同意并切换
          </Button>
        </>
      }
    >
      {plan.error && <ErrorState error={plan.error} onRetry={again} />}
      {!plan.error && !shown && <LoadingState label="正在比较服务器和本地文件夹…" />}
      {shown && changes.length === 0 && <Text role="status">两边的文件一样，切换时没有文件要传送。</Text>}
      {shown && changes.length > 0 && (
        <>
          <div className={styles.summary} role="status">
            {summaryOf(shown).map((line) => (
              <Text key={line} weight="semibold">
                {line}
              </Text>
            ))}
          </div>
          <PlanTable items={changes} />
        </>
      )}
      {shown?.warnings.map((warning) => (
        <MessageBar key={warning} className={styles.still} intent="warning" layout="multiline">
          <MessageBarBody>{warning}</MessageBarBody>
        </MessageBar>
      ))}
    </PanelDialog>
  )
}
