import { Button, makeStyles, MessageBar, MessageBarBody, Spinner, Text, tokens } from '@fluentui/react-components'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { OutputOf } from '#shared/contract/registry.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { PlanTable } from './PlanTable.tsx'
import { summaryOf } from './summary.ts'
import type { ChosenFolder, SyncedTemplate } from './chosenFolder.ts'

const useStyles = makeStyles({
  summary: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalXXL },
  path: { overflowWrap: 'anywhere' },
  warning: { flexShrink: 0 },
})

interface Props {
  template: SyncedTemplate
  folder: ChosenFolder
  /** The id of a workspace whose folder was moved. */
  workspace?: string | undefined
  onBack: () => void
  onClose: () => void
}

/** The plan of a first sync: totals, warnings and every file. It runs when the user agrees (S8, S40). */
export function PlanDialog({ template, folder, workspace, onBack, onClose }: Props) {
  const navigate = useNavigate()
  const plan = useWrite('workspaces.plan', { quiet: true })
  const loadPlan = (): void =>
    plan.mutate({
      folder: template.folder,
      templateName: template.name,
      grant: folder.grant,
      ...(workspace === undefined ? {} : { workspace }),
    })
  const connect = useWrite('workspaces.connect', {
    success: workspace === undefined ? '已开始同步' : '已更改位置，继续同步',
    onSuccess: ({ data }) => {
      onClose()
      void navigate(`/workspace?id=${encodeURIComponent(data.id)}`)
    },
  })
  const first = useEffectEvent(loadPlan)
  useEffect(() => {
    first()
  }, [])
  const agree = (planId: string): void =>
    // An outdated plan is computed again, so that the user agrees to the actual changes.
    connect.mutate({ planId }, { onError: (error) => error.code === 'conflict' && loadPlan() })

  const shown = plan.data?.data
  const busy = connect.isPending
  return (
    <PanelDialog
      title={`同步计划 · ${template.name}`}
      size="large"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button onClick={onBack} disabled={busy}>
            选择其他文件夹…
          </Button>
          <Button
            appearance="primary"
            icon={busy ? <Spinner size="tiny" aria-hidden /> : undefined}
            disabledFocusable={!shown || plan.isPending || busy}
            onClick={() => shown && agree(shown.planId)}
          >
            同意并开始
          </Button>
        </>
      }
    >
      {plan.error && <ErrorState error={plan.error} onRetry={loadPlan} />}
      {!plan.error && (plan.isPending || !shown) && <LoadingState label="正在比较服务器和本地文件夹…" />}
      {!plan.isPending && shown && <Plan plan={shown} />}
    </PanelDialog>
  )
}

function Plan({ plan }: { plan: OutputOf<'workspaces.plan'> }) {
  const styles = useStyles()
  return (
    <>
      <Text className={styles.path}>本地文件夹：{plan.localPath}</Text>
      <div className={styles.summary} role="status">
        {summaryOf(plan).map((line) => (
          <Text key={line} weight="semibold">
            {line}
          </Text>
        ))}
      </div>
      {plan.warnings.map((warning) => (
        <MessageBar key={warning} className={styles.warning} intent="warning" layout="multiline">
          <MessageBarBody>{warning}</MessageBarBody>
        </MessageBar>
      ))}
      <PlanTable items={plan.items} />
    </>
  )
}
