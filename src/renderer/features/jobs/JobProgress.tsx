import { Button, makeStyles, mergeClasses, ProgressBar, Text, tokens } from '@fluentui/react-components'
import {
  CheckmarkCircleRegular,
  DismissCircleRegular,
  type FluentIcon,
  SubtractCircleRegular,
} from '@fluentui/react-icons'
import type { Job } from '#shared/contract/job.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { describeFailure, JOB_OUTCOMES } from './jobOutcomes.ts'
import { isUnavailable, useJob } from './useJob.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0 },
  line: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minHeight: '32px', minWidth: 0 },
  text: { flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' },
  muted: { color: tokens.colorNeutralForeground3 },
  percent: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  icon: { fontSize: '20px', lineHeight: 0, flexShrink: 0 },
  done: { color: tokens.colorPaletteGreenForeground1 },
  failed: { color: tokens.colorPaletteRedForeground1 },
})

/** A job's progress: bar, current step, cancel button, and its result. */
export function JobProgress({ jobId }: { jobId: number }) {
  const { data: job, error } = useJob(jobId)
  const styles = useStyles()
  if (!job && error) {
    const text = isUnavailable(error) ? error.message : `暂时无法查询进度，正在重试：${error.message}`
    return <Text className={mergeClasses(styles.text, styles.muted)}>{text}</Text>
  }
  if (job?.endDate) return <EndedJob job={job} />
  return <RunningJob jobId={jobId} job={job} isStatusUnavailable={error !== null} />
}

const JOB_STATES: Record<Job['state'], string> = {
  queued: '等待中',
  running: '进行中',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
}

function RunningJob({
  jobId,
  job,
  isStatusUnavailable,
}: {
  jobId: number
  job: Job | undefined
  isStatusUnavailable: boolean
}) {
  const styles = useStyles()
  const cancel = useWrite('job.cancel', { success: false })
  const cancelRequested = cancel.isPending || cancel.isSuccess
  const isQueued = job?.state !== 'running'
  const status = isStatusUnavailable
    ? '暂时无法查询进度，正在重试…'
    : cancelRequested
      ? '正在取消…'
      : (job?.message ?? JOB_STATES.queued)
  return (
    <div className={styles.root}>
      <ProgressBar
        thickness="large"
        shape="rounded"
        aria-label={job?.title ?? '任务进度'}
        {...(isQueued ? {} : { value: job.progress / 100 })}
      />
      <div className={styles.line}>
        <Text className={styles.text}>{status}</Text>
        {!isQueued && <Text className={styles.percent}>{Math.round(job.progress)}%</Text>}
        <Button size="small" disabledFocusable={cancelRequested} onClick={() => cancel.mutate({ id: jobId })}>
          取消任务
        </Button>
      </div>
    </div>
  )
}

const ICONS: Partial<Record<Job['state'], FluentIcon>> = { done: CheckmarkCircleRegular, failed: DismissCircleRegular }

function EndedJob({ job }: { job: Job }) {
  const styles = useStyles()
  const Icon = ICONS[job.state] ?? SubtractCircleRegular
  const stateClass = job.state === 'done' ? styles.done : job.state === 'failed' ? styles.failed : styles.muted
  return (
    <div className={styles.line} role="status">
      <span className={mergeClasses(styles.icon, stateClass)}>
        <Icon />
      </span>
      <Text className={styles.text}>{endText(job)}</Text>
    </div>
  )
}

function endText(job: Job): string {
  if (job.state === 'failed') return `失败：${describeFailure(job)}`
  if (job.state === 'cancelled') return `已取消，${JOB_OUTCOMES[job.kind].undone}`
  return JOB_STATES[job.state]
}
