import { useEffect, useEffectEvent } from 'react'
import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { JobProgress } from '#renderer/features/jobs/JobProgress.tsx'
import { useJob } from '#renderer/features/jobs/useJob.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'

const useStyles = makeStyles({ muted: { color: tokens.colorNeutralForeground3 } })

interface Props {
  jobId: number
  /** Verb for the job: 复制 or 导入. */
  verb: string
  /** Title of the new site. */
  title: string
  /** Label of the button that returns to the form after a failure. */
  retryText: string
  onRetry: () => void
  onClose: () => void
}

/**
 * The progress of a job that creates a site. The job continues without the dialog, which closes when the job is done.
 */
export function SiteJobDialog({ jobId, verb, title, retryText, onRetry, onClose }: Props) {
  const styles = useStyles()
  const { data: job } = useJob(jobId)
  const done = job?.state === 'done'
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (done) close()
  }, [done])

  const hasEnded = Boolean(job?.endDate)
  return (
    <PanelDialog
      title={hasEnded && !done ? `${verb}站点“${title}”未完成` : `正在${verb}站点“${title}”`}
      size="small"
      onClose={onClose}
      footer={
        <>
          {hasEnded && !done && <Button onClick={onRetry}>{retryText}</Button>}
          <Button appearance="primary" onClick={onClose}>
            {hasEnded ? '关闭' : '后台运行'}
          </Button>
        </>
      }
    >
      <JobProgress jobId={jobId} />
      {!hasEnded && (
        <Text className={styles.muted}>可以关闭此窗口，{verb}继续进行；点击标题栏的“后台任务”可随时查看进度。</Text>
      )}
    </PanelDialog>
  )
}
