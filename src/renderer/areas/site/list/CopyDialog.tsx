import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import type { Site } from '#shared/contract/site.ts'
import { siteCopyForm } from '#shared/contract/siteForms.ts'
import type { InputOf } from '#shared/contract/registry.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { JobProgress } from '#renderer/features/jobs/JobProgress.tsx'
import { useJob } from '#renderer/features/jobs/useJob.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { followJob } from '#renderer/features/jobs/followJob.ts'

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
    return <CopyProgress jobId={jobId} title={values.title} onClose={onClose} onAgain={() => setJobId(0)} />
  }
  return (
    <CopyForm
      of={site.title}
      values={values}
      onStarted={(job, form) => {
        setValues(form)
        setJobId(job)
      }}
      onClose={onClose}
    />
  )
}

const useCopyProgressStyles = makeStyles({ muted: { color: tokens.colorNeutralForeground3 } })

interface CopyProgressProps {
  jobId: number
  /** Of the new site. */
  title: string
  onClose: () => void
  /** Back to the form. */
  onAgain: () => void
}

/** How far a copy is. It goes on without this dialog, which leaves when the copy is done. */
function CopyProgress({ jobId, title, onClose, onAgain }: CopyProgressProps) {
  const styles = useCopyProgressStyles()
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

type CopyValues = InputOf<'site.copy'>

interface CopyFormProps {
  /** Title of the site that is copied. */
  of: string
  values: CopyValues
  onStarted: (jobId: number, form: CopyValues) => void
  onClose: () => void
}

/** A·§5 Copy site: what the new site has of its own. Saving queues the copy. */
function CopyForm({ of, values, onStarted, onClose }: CopyFormProps) {
  // No success message: the dialog shows the start of the job, and the job's own notice its end.
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
        // A foreign server may copy at once or without a job id: then there is nothing to follow.
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
