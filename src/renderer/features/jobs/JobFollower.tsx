import { useEffect, useEffectEvent } from 'react'
import type { Job, JobKind } from '#shared/contract/job.ts'
import { operation, type OperationName } from '#shared/contract/registry.ts'
import { notify } from '#renderer/data/notices.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { failureText, JOB_TEXTS } from '#renderer/features/jobs/text.ts'
import { useAlert } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { tellInBackground } from './background.ts'
import { endFollowed, forget, type FollowedJob } from './followed.ts'
import { isGone, useJob } from './useJob.ts'

/** The calls that queue the jobs: what they make stale is stale again when the work is done. */
const QUEUED_BY: Record<JobKind, OperationName> = {
  'site.copy': 'site.copy',
  'statics.build': 'statics.buildHTML',
  'statics.clean': 'statics.cleanAllHTML',
  'content.reindex': 'column.settingField',
}

/** Watches one job and does once what its end asks for. Shows nothing. */
export function JobFollower({ jobId }: { jobId: number }) {
  const { data: job, error } = useJob(jobId)
  const refresh = useRefresh()
  const tell = useTellEnd()

  const end = useEffectEvent((ended: Job) => {
    const followed = endFollowed(ended)
    if (!followed) return
    const { stale = [] } = operation(QUEUED_BY[ended.kind])
    refresh('job.list', ...(stale as OperationName[]))
    tell(followed, ended)
  })
  useEffect(() => {
    if (job?.endDate) end(job)
  }, [job])

  const gone = isGone(error)
  useEffect(() => {
    if (gone) forget(jobId)
  }, [gone, jobId])
  return null
}

/** Toast or alert in the page, notification of the system when the user looks elsewhere. */
function useTellEnd(): (followed: FollowedJob, job: Job) => void {
  const toast = useToast()
  const alert = useAlert()
  return ({ title, onDone }, job) => {
    if (job.state === 'cancelled') toast.info(`${title}已取消`)
    if (job.state === 'failed') {
      // Not of the dialog that is open just now.
      notify('error', `${title}失败：${failureText(job)}`)
      void tellInBackground(`${title}失败`, failureText(job))
    }
    if (job.state !== 'done') return
    const { doneNote } = JOB_TEXTS[job.kind]
    onDone?.(job)
    if (doneNote) void alert({ title: `${title}已完成`, text: doneNote })
    else if (!onDone) toast.success(`${title}已完成`)
    void tellInBackground(`${title}已完成`, doneNote ?? '')
  }
}
