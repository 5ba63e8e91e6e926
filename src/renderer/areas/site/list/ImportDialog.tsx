import { Button, makeStyles, MessageBar, MessageBarBody, Spinner, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { MAX_ARCHIVE_MB, type SiteArchiveSummary } from '#shared/contract/siteArchive.ts'
import { call } from '#renderer/data/client.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'
import { DropZone } from '#renderer/features/uploads/DropZone.tsx'
import { StagingRows } from '#renderer/features/uploads/StagingRows.tsx'
import { UploadButton } from '#renderer/features/uploads/UploadButton.tsx'
import { UploadRow } from '#renderer/features/uploads/UploadRow.tsx'
import { useCancelOnUnmount } from '#renderer/features/uploads/useCancelOnUnmount.ts'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ImportForm } from './ImportForm.tsx'
import { SiteJobDialog } from './SiteJobDialog.tsx'

const useStyles = makeStyles({
  zone: {
    alignItems: 'center',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalXXL,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    textAlign: 'center',
  },
})

const ARCHIVE_RULE = { extensions: ['zip'], limitMb: MAX_ARCHIVE_MB }

/** The step of the import: choice of a file, form for an inspected archive, or running job. */
type Stage =
  | { at: 'file' }
  | { at: 'form'; accessPath: string; summary: SiteArchiveSummary }
  | { at: 'job'; jobId: number; title: string }

/** 导入站点: choice of the file, form with the archive's summary, then the progress. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [stage, setStage] = useState<Stage>({ at: 'file' })
  if (stage.at === 'form')
    return (
      <ImportForm
        accessPath={stage.accessPath}
        summary={stage.summary}
        onStarted={(jobId, title) => {
          followJob({ jobId, title: `导入站点“${title}”` })
          setStage({ at: 'job', jobId, title })
        }}
        onClose={onClose}
      />
    )
  if (stage.at === 'job')
    return (
      <SiteJobDialog
        verb="导入"
        retryText="重新选择导出包"
        jobId={stage.jobId}
        title={stage.title}
        onClose={onClose}
        onRetry={() => setStage({ at: 'file' })}
      />
    )
  return (
    <ChooseFile
      onInspected={(accessPath, summary) => setStage({ at: 'form', accessPath, summary })}
      onClose={onClose}
    />
  )
}

interface ChooseProps {
  onInspected: (accessPath: string, summary: SiteArchiveSummary) => void
  onClose: () => void
}

/** Uploads and inspects an archive. After a refusal, another file can be chosen. */
function ChooseFile({ onInspected, onClose }: ChooseProps) {
  const styles = useStyles()
  const [isInspecting, setInspecting] = useState(false)
  const [problem, setProblem] = useState('')
  const inspect = async (accessPath: string): Promise<void> => {
    setInspecting(true)
    try {
      onInspected(accessPath, (await call('siteArchive.look', { accessPath })).data)
    } catch (error) {
      setProblem(toAppError(error).message)
      setInspecting(false)
    }
  }
  const uploader = useUploader({
    target: { to: 'call', kind: 'file', ...ARCHIVE_RULE },
    rule: ARCHIVE_RULE,
    label: '选择导出包',
    onDone: ({ accessPath }) => void inspect(accessPath),
  })
  const sending = uploader.busy ? uploader.ids.at(-1) : undefined
  useCancelOnUnmount(sending)
  const busy = uploader.busy || isInspecting
  return (
    <PanelDialog title="导入站点" size="small" firm onClose={onClose} footer={<Button onClick={onClose}>取消</Button>}>
      {problem !== '' && !busy && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{problem}</MessageBarBody>
        </MessageBar>
      )}
      {sending && <UploadRow id={sending} />}
      {uploader.busy && !sending && <StagingRows />}
      {isInspecting && <Spinner label="正在读取导出包…" labelPosition="below" />}
      {!busy && (
        <DropZone
          className={styles.zone}
          label="导入站点"
          text="将导出包拖到此处"
          onFiles={(files) => {
            setProblem('')
            uploader.add(files)
          }}
        >
          <Text align="center">请选择由“导出站点”生成的 zip 文件。导入前先显示文件内容，不会改动已有站点。</Text>
          <UploadButton uploader={uploader}>{problem === '' ? '选择导出包' : '重新选择导出包'}</UploadButton>
        </DropZone>
      )}
    </PanelDialog>
  )
}
