import { useRef, useState } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { siteCopyForm } from '#shared/contract/siteForms.ts'
import type { InputOf } from '#shared/contract/registry.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { followJob } from '#renderer/features/jobs/followJob.ts'
import { SiteJobDialog } from './SiteJobDialog.tsx'

/** Copies a site (A·§2): the form, then the progress; a failed copy leads back to the form as it was filled. */
export function CopyDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const [values, setValues] = useState<CopyValues>(() => ({
    id: site.id,
    title: `${site.title.slice(0, 250)} 副本`,
    symbol: `${site.symbol.slice(0, 59)}-copy`,
    folder: '',
    domain: '',
  }))
  const [jobId, setJobId] = useState(0)
  if (jobId > 0) {
    return (
      <SiteJobDialog
        jobId={jobId}
        verb="复制"
        title={values.title}
        retryText="修改后重试"
        onRetry={() => setJobId(0)}
        onClose={onClose}
      />
    )
  }
  return (
    <CopyForm
      sourceTitle={site.title}
      values={values}
      onStarted={(job, form) => {
        setValues(form)
        setJobId(job)
      }}
      onClose={onClose}
    />
  )
}

type CopyValues = InputOf<'site.copy'>

interface CopyFormProps {
  /** Title of the site that is copied. */
  sourceTitle: string
  values: CopyValues
  onStarted: (jobId: number, form: CopyValues) => void
  onClose: () => void
}

/** A·§5 Copy site: the properties of the new site. Saving queues the copy. */
function CopyForm({ sourceTitle, values, onStarted, onClose }: CopyFormProps) {
  // No success message: the dialog shows the progress of the job, and a notice its end.
  const copy = useWrite('site.copy', { success: false })
  const continueToJob = useRef<() => void>(null)
  return (
    <FormDialog
      title={`复制站点“${sourceTitle}”`}
      schema={siteCopyForm}
      values={values}
      saveText="开始复制"
      save={async (form) => {
        const answer = await copy.mutateAsync(form)
        // Servers of other vendors may answer without a job id.
        if (answer.code !== SUCCESS || !answer.data) return answer
        const { jobId } = answer.data
        followJob({ jobId, title: `复制站点“${form.title}”` })
        continueToJob.current = () => onStarted(jobId, form)
        return answer
      }}
      onClose={() => (continueToJob.current ?? onClose)()}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label="站点名称" required autoFocus />
          <TextField
            control={control}
            name="symbol"
            label="标识符"
            required
            hint="字母、数字、下划线和短横线；不能与其他站点相同"
          />
          <TextField
            control={control}
            name="folder"
            label="模板文件夹"
            required
            hint="模板文件复制到此文件夹，例如 ocean-2026"
          />
          <TextField
            control={control}
            name="domain"
            label="域名"
            required
            placeholder="例如 www.example.com"
            hint="不带 http:// 和端口；不能与其他站点相同"
          />
        </>
      )}
    </FormDialog>
  )
}
