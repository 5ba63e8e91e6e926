import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useEffect, useEffectEvent } from 'react'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { JobProgress } from '#renderer/features/jobs/JobProgress.tsx'
import { useJob } from '#renderer/features/jobs/useJob.ts'

const useStyles = makeStyles({ muted: { color: tokens.colorNeutralForeground3 } })

interface Props {
  jobId: number
  /** Of the new site. */
  title: string
  onClose: () => void
  /** Back to the form. */
  onAgain: () => void
}

/** How far a copy is. It goes on without this dialog, which leaves when the copy is done. */
export function CopyProgress({ jobId, title, onClose, onAgain }: Props) {
  const styles = useStyles()
  const { data: job } = useJob(jobId)
  const done = job?.state === 'done'
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (done) leave()
  }, [done])

  const over = Boolean(job?.endDate)
  return (
    <PanelDialog
      title={over && !done ? `复制站点“${title}”没有完成` : `正在复制站点“${title}”`}
      size="small"
      onClose={onClose}
      footer={
        <>
          {over && !done && <Button onClick={onAgain}>修改后重试</Button>}
          <Button appearance="primary" onClick={onClose}>
            {over ? '关闭' : '后台运行'}
          </Button>
        </>
      }
    >
      <JobProgress jobId={jobId} />
      {!over && <Text className={styles.muted}>可以离开这里，复制会继续进行；点标题栏的“后台任务”随时查看进度。</Text>}
    </PanelDialog>
  )
}
