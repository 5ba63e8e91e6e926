import { siteCopyForm } from '#shared/contract/siteForms.ts'
import type { InputOf } from '#shared/contract/registry.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useRef } from 'react'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { followJob } from '#renderer/features/jobs/followJob.ts'

export type CopyValues = InputOf<'site.copy'>

interface Props {
  /** Title of the site that is copied. */
  of: string
  values: CopyValues
  onStarted: (jobId: number, form: CopyValues) => void
  onClose: () => void
}

/** A·§5 Copy site: what the new site has of its own. Saving queues the copy. */
export function CopyForm({ of, values, onStarted, onClose }: Props) {
  // The end is told by the job; the start is seen.
  const copy = useWrite('site.copy', { success: false })
  const started = useRef<() => void>(null)
  return (
    <FormDialog
      title={`复制站点“${of}”`}
      schema={siteCopyForm}
      values={values}
      saveText="开始复制"
      save={async (form) => {
        const answer = await copy.mutateAsync(form)
        // A server that copies at once, or does not tell how far it is, has no job to follow.
        if (answer.code !== SUCCESS || !answer.data) return answer
        const { jobId } = answer.data
        followJob({ jobId, title: `复制站点“${form.title}”` })
        started.current = () => onStarted(jobId, form)
        return answer
      }}
      onClose={() => (started.current ?? onClose)()}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label="站点名称" required autoFocus />
          <TextField
            control={control}
            name="symbol"
            label="标识符"
            required
            hint="字母、数字、下划线和短横线；不能与其他站点相同。"
          />
          <TextField
            control={control}
            name="folder"
            label="模板文件夹"
            required
            hint="模板文件复制到这个新文件夹，例如 ocean-2026。"
          />
          <TextField
            control={control}
            name="domain"
            label="域名"
            required
            placeholder="例如 www.example.com"
            hint="不带 http:// 和端口；不能与其他站点相同。"
          />
        </>
      )}
    </FormDialog>
  )
}
