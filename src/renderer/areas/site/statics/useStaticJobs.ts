import { useCallback, useRef, useState } from 'react'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'

interface SiteName {
  id: number
  title: string
}

export interface QueuedJob {
  jobId: number
  title: string
}

/** The actions of both buttons (calls 67 and 68); `job` is the job that was queued last. */
export function useStaticJobs(site: SiteName): {
  job: QueuedJob | null
  building: boolean
  cleaning: boolean
  build: (menuIds: readonly number[]) => void
  clean: () => void
} {
  const [job, setJob] = useState<QueuedJob | null>(null)
  const toast = useToast()
  const confirm = useConfirm()
  const building = useBusyLock(BUILD_LOCK_MS)
  const cleaning = useWrite('statics.cleanAllHTML', {
    success: '清除任务已加入队列',
    onSuccess: ({ data }) => data && follow(data.jobId, `清除静态页面：${site.title}`, '清除成功'),
  })
  const { mutateAsync: queue } = useWrite('statics.buildHTML', {
    success: '生成任务已加入队列',
    onSuccess: ({ data }) => data && follow(data.jobId, `生成静态页面：${site.title}`, '操作成功'),
  })

  function follow(jobId: number, title: string, done: string): void {
    setJob({ jobId, title })
    followJob({ jobId, title, onDone: () => toast.success(done) })
  }

  return {
    job,
    building: building.busy,
    cleaning: cleaning.isPending,
    build: (menuIds) => {
      if (menuIds.length === 0) toast.error('请选择数据')
      else void building.run(() => queue({ siteId: site.id, menuIds: menuIds.map((id) => ({ id })) }))
    },
    clean: () => {
      const question = {
        title: '清除静态页面',
        text: `将清除站点“${site.title}”的全部静态页面，同时关闭自动生成和定时生成，需要时可以重新生成。`,
        danger: true,
      }
      void confirm(question).then((agreed) => agreed && cleaning.mutate({ id: site.id }))
    },
  }
}

/** A·§4, A·§9: the generate button stays busy this long after a success. */
const BUILD_LOCK_MS = 10_000

/**
 * Busy while `work` runs, and for `ms` after a success.
 * @returns busy, and `run`, which ignores a call while it is busy.
 */
function useBusyLock(ms: number): { busy: boolean; run: (work: () => Promise<unknown>) => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const locked = useRef(false)

  const run = useCallback(
    async (work: () => Promise<unknown>): Promise<void> => {
      if (locked.current) return
      locked.current = true
      setBusy(true)
      const release = (): void => {
        locked.current = false
        setBusy(false)
      }
      try {
        await work()
        setTimeout(release, ms)
      } catch {
        // useWrite has shown the error.
        release()
      }
    },
    [ms],
  )
  return { busy, run }
}
