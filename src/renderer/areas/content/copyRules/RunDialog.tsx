import { Button, Text } from '@fluentui/react-components'
import { useState } from 'react'
import { z } from 'zod'
import type { CopyRule } from '#shared/contract/crossSiteCopy.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'
import { JobProgress } from '#renderer/features/jobs/JobProgress.tsx'
import { useJob } from '#renderer/features/jobs/useJob.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'

const form = z.object({ publishedOnly: z.boolean() })

/** Copies the existing entries of the source column, then shows the progress. The job continues if the dialog is closed. */
export function RunDialog({ rule, onClose }: { rule: CopyRule; onClose: () => void }) {
  const [jobId, setJobId] = useState(0)
  const { mutateAsync } = useWrite('copyRule.run', { success: false })
  const title = `立即执行“${rule.title}”`
  if (jobId > 0) return <Progress jobId={jobId} title={title} onClose={onClose} />
  return (
    <FormDialog
      title={title}
      schema={form}
      values={{ publishedOnly: true }}
      save={async ({ publishedOnly }) => {
        const answer = await mutateAsync({ id: rule.id, publishedOnly })
        if (answer.code === SUCCESS) {
          followJob({ jobId: answer.data.jobId, title: `跨站复制“${rule.title}”` })
          setJobId(answer.data.jobId)
        }
        // A code other than SUCCESS keeps the dialog open, which then shows the progress.
        return { code: 0 }
      }}
      onClose={onClose}
      saveText="开始复制"
    >
      {(control) => (
        <>
          <Text>源站栏目中已有的内容将复制到目标站栏目并保存为草稿。已复制过的内容不再复制，可随时取消。</Text>
          <SwitchField control={control} name="publishedOnly" label="只复制已发布的内容" />
        </>
      )}
    </FormDialog>
  )
}

function Progress({ jobId, title, onClose }: { jobId: number; title: string; onClose: () => void }) {
  const isFinished = Boolean(useJob(jobId).data?.endDate)
  return (
    <PanelDialog
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <Button appearance="primary" onClick={onClose}>
          {isFinished ? '关闭' : '后台运行'}
        </Button>
      }
    >
      <JobProgress jobId={jobId} />
      {isFinished && <Text>每篇内容的复制结果见“复制日志”</Text>}
    </PanelDialog>
  )
}
