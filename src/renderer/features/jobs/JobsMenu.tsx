import {
  Button,
  CounterBadge,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components'
import { TaskListSquareLtrRegular } from '@fluentui/react-icons'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Job, JobKind } from '#shared/contract/job.ts'
import type { OperationName } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { notify } from '#renderer/data/notices.ts'
import { operationFacts } from '#renderer/data/operationFacts.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { useAlert } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { AllowNotices } from './AllowNotices.tsx'
import { addFollowed, endFollowed, type FollowedJob, followedJobs, unfollow, onFollowed } from './followed.ts'
import { JobProgress } from './JobProgress.tsx'
import { notifyInBackground } from '#renderer/data/background.ts'
import { describeFailure, JOB_OUTCOMES } from './jobOutcomes.ts'
import { isUnavailable, useJob } from './useJob.ts'

const useStyles = makeStyles({
  // Half of the count badge lies outside the button.
  trigger: { position: 'relative', overflow: 'visible' },
  count: { position: 'absolute', insetInlineEnd: '-2px', top: '-2px' },
  surface: { width: '380px', maxWidth: 'calc(100vw - 32px)', padding: 0 },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: '32px',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  list: { margin: 0, padding: 0, listStyleType: 'none', maxHeight: '50vh', overflowY: 'auto' },
  job: {
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    display: 'grid',
    gap: tokens.spacingVerticalS,
    ':not(:last-child)': { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  title: { overflowWrap: 'anywhere' },
  none: { padding: tokens.spacingHorizontalL, color: tokens.colorNeutralForeground3 },
})

/** The title bar's indicator of long-running jobs, with a list of running and ended ones. Used once, in the shell. */
export function JobsMenu() {
  const styles = useStyles()
  const jobs = useSyncExternalStore(onFollowed, followedJobs)
  useEarlierJobs()
  const going = jobs.filter(({ ended }) => !ended)
  const label = going.length > 0 ? `后台任务，${going.length} 个进行中` : '后台任务'
  return (
    <>
      {going.map(({ jobId }) => (
        <JobFollower key={jobId} jobId={jobId} />
      ))}
      <Popover trapFocus positioning="below-end">
        <PopoverTrigger disableButtonEnhancement>
          <Button
            className={styles.trigger}
            appearance="subtle"
            aria-label={label}
            title={label}
            icon={
              <>
                {going.length > 0 ? <Spinner size="tiny" aria-hidden /> : <TaskListSquareLtrRegular />}
                {going.length > 1 && <CounterBadge className={styles.count} size="small" count={going.length} />}
              </>
            }
          />
        </PopoverTrigger>
        <PopoverSurface className={styles.surface} aria-label="后台任务">
          <div className={styles.head}>
            <Text weight="semibold">后台任务</Text>
            {jobs.some(({ ended }) => ended) && (
              <Button size="small" appearance="subtle" onClick={() => unfollow('ended')}>
                清除已结束
              </Button>
            )}
          </div>
          {jobs.length === 0 ? (
            <div className={styles.none}>没有进行中的任务。复制站点、生成静态页面等耗时较长的任务会显示在此处。</div>
          ) : (
            <ul className={styles.list}>
              {jobs.map(({ jobId, title }) => (
                <li key={jobId} className={styles.job}>
                  <Text weight="semibold" className={styles.title}>
                    {title}
                  </Text>
                  <JobProgress jobId={jobId} />
                </li>
              ))}
            </ul>
          )}
          <AllowNotices />
        </PopoverSurface>
      </Popover>
    </>
  )
}

/** Follows the jobs that this account started before the page load; another account starts with none. */
function useEarlierJobs(): void {
  const { data } = useRead('job.list', {}, { quiet: true })
  useEffect(() => {
    for (const { id, title } of (data ?? []).toReversed()) addFollowed({ jobId: id, title })
  }, [data])
  useEffect(() => () => unfollow('all'), [])
}

/** The calls that queue the jobs: the reads that a call makes stale are stale again when its job is done. */
const QUEUED_BY: Record<JobKind, OperationName> = {
  'site.copy': 'site.copy',
  'statics.build': 'statics.buildHTML',
  'statics.clean': 'statics.cleanAllHTML',
  'content.reindex': 'column.settingField',
  'content.initials': 'search.find',
  'copyRule.run': 'copyRule.run',
  'wechat.run': 'wechatRule.run',
  // The server queues these seven by itself.
  'channel.receipts': 'smsMarketing.batchSend',
  'channel.send': 'emailSend.batchSend',
  'webhook.send': 'webhook.retry',
  'content.schedule': 'contentSchedule.plan',
  'statics.schedule': 'statics.saveSchedule',
  'site.deployOnTime': 'publishTarget.save',
  'approval.remind': 'approval.approve',
  'copyRule.follow': 'copyRule.run',
  'contentImport.read': 'contentImport.begin',
  'contentImport.run': 'contentImport.run',
  'statics.links': 'deadLink.check',
  'site.export': 'siteArchive.export',
  'site.import': 'siteArchive.import',
  'server.backup': 'backup.start',
  'site.deploy': 'publishTarget.deploy',
  'site.deployCheck': 'publishTarget.deploy',
}

/** Polls one job and handles its end once. Renders nothing. */
function JobFollower({ jobId }: { jobId: number }) {
  const { data: job, error } = useJob(jobId)
  const refresh = useRefresh()
  const notifyEnd = useNotifyEnd()

  const end = useEffectEvent((ended: Job) => {
    const followed = endFollowed(ended)
    if (!followed) return
    const { stale = [] } = operationFacts[QUEUED_BY[ended.kind]] ?? {}
    refresh('job.list', ...(stale as OperationName[]))
    notifyEnd(followed, ended)
  })
  useEffect(() => {
    if (job?.endDate) end(job)
  }, [job])

  const isUnknown = isUnavailable(error)
  useEffect(() => {
    if (isUnknown) unfollow(jobId)
  }, [isUnknown, jobId])
  return null
}

/** Shows a toast or alert in the page, and a system notification while the window is in the background. */
function useNotifyEnd(): (followed: FollowedJob, job: Job) => void {
  const toast = useToast()
  const alert = useAlert()
  return ({ title, onDone }, job) => {
    if (job.state === 'cancelled') toast.info(`${title}已取消`)
    if (job.state === 'failed') {
      // notify() does not tie the message to a dialog, so it stays when the open dialog closes.
      notify('error', `${title}失败：${describeFailure(job)}`)
      void notifyInBackground(`${title}失败`, describeFailure(job))
    }
    if (job.state !== 'done') return
    const { doneNote } = JOB_OUTCOMES[job.kind]
    onDone?.(job)
    if (doneNote) void alert({ title: `${title}已完成`, text: doneNote })
    else if (!onDone) toast.success(`${title}已完成`)
    void notifyInBackground(`${title}已完成`, doneNote ?? '')
  }
}
