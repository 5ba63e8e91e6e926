import { Button, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components'
import { useEffect, useEffectEvent } from 'react'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { PlanTable } from './PlanTable.tsx'
import { summaryOf } from './summary.ts'

const useStyles = makeStyles({
  still: { flexShrink: 0 },
  summary: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalXXL },
})

interface Props {
  /** The id of the workspace, whose local folder stays the same. */
  id: string
  to: { folder: string; name: string }
  title: string
  /** Label of the button that agrees. */
  agree: string
  onDone: () => void
  onClose: () => void
}

/** Shows what syncing with another template folder changes in a workspace's files, and switches after a confirmation (S8). */
export function TargetDialog({ id, to, title, agree: agreeText, onDone, onClose }: Props) {
  const styles = useStyles()
  const plan = useWrite('workspaces.plan', { quiet: true })
  const loadPlan = (): void => plan.mutate({ folder: to.folder, templateName: to.name, workspace: id })
  const connect = useWrite('workspaces.connect', { success: `已改为同步“${to.name}”`, onSuccess: onDone })
  const first = useEffectEvent(loadPlan)
  useEffect(() => {
    first()
  }, [])
  const shown = plan.isPending ? undefined : plan.data?.data
  const agree = (planId: string): void =>
    connect.mutate({ planId }, { onError: (error) => error.code === 'conflict' && loadPlan() })
  const changes = shown?.items.filter(({ action }) => action !== 'adopt') ?? []
  return (
    <PanelDialog
      title={title}
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
            {agreeText}
          </Button>
        </>
      }
    >
      {plan.error && <ErrorState error={plan.error} onRetry={loadPlan} />}
      {!plan.error && !shown && <LoadingState label="正在比较服务器和本地文件夹…" />}
      {shown && changes.length === 0 && <Text role="status">两边的文件一致，无需传送文件。</Text>}
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
