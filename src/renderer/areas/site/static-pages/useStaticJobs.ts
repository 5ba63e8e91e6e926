import { useState } from 'react'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'
import { STATIC_PAGES } from '#renderer/areas/site/static-pages/text.ts'
import { BUILD_LOCK_MS, useBusyAfter } from './useBusyAfter.ts'

export interface SiteName {
  id: number
  title: string
}

export interface QueuedJob {
  jobId: number
  title: string
}

/** Both buttons of the page (calls 67 and 68); `job` is the newest that they queued. */
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
  const building = useBusyAfter(BUILD_LOCK_MS)
  const cleaning = useWrite('statics.cleanAllHTML', {
    success: STATIC_PAGES.cleanQueued,
    onSuccess: ({ data }) => data && follow(data.jobId, `清除静态页面：${site.title}`, STATIC_PAGES.cleaned),
  })
  const { mutateAsync: queue } = useWrite('statics.buildHTML', {
    success: STATIC_PAGES.buildQueued,
    onSuccess: ({ data }) => data && follow(data.jobId, `生成静态页面：${site.title}`, STATIC_PAGES.built),
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
      if (menuIds.length === 0) toast.error(STATIC_PAGES.nothingTicked)
      else void building.run(() => queue({ siteId: site.id, menuIds: menuIds.map((id) => ({ id })) }))
    },
    clean: () => {
      const question = { title: STATIC_PAGES.cleanTitle, text: STATIC_PAGES.cleanQuestion(site.title), danger: true }
      void confirm(question).then((agreed) => agreed && cleaning.mutate({ id: site.id }))
    },
  }
}
