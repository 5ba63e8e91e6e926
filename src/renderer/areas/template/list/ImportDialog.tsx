import {
  Button,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components'
import { useState } from 'react'
import { TEMPLATE_UPLOAD_LIMIT_MB } from '#shared/contract/templateFile.ts'
import type { NameSamples, ZipEncoding } from '#shared/domain/zipNames.ts'
import { useSiteAtOpening } from '#renderer/data/currentSite.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { factOf } from '#renderer/data/factOf.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { DropZone } from '#renderer/features/uploads/DropZone.tsx'
import { StagingRows } from '#renderer/features/uploads/StagingRows.tsx'
import { UploadButton } from '#renderer/features/uploads/UploadButton.tsx'
import { UploadRow } from '#renderer/features/uploads/UploadRow.tsx'
import { useCancelOnUnmount } from '#renderer/features/uploads/useCancelOnUnmount.ts'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EncodingChoice } from '../shared/EncodingChoice.tsx'

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

const ZIP_RULE = { extensions: ['zip'], limitMb: TEMPLATE_UPLOAD_LIMIT_MB }

/**
 * 导入模板: a zip file becomes a template of the current site. Name and folder come from the file unless they are filled
 * in.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles()
  const siteId = useSiteAtOpening()
  const [file, setFile] = useState<{ accessPath: string; name: string } | null>(null)
  const [name, setName] = useState('')
  const [folder, setFolder] = useState('')
  const [samples, setSamples] = useState<readonly NameSamples[]>([])
  const [encoding, setEncoding] = useState<ZipEncoding | undefined>(undefined)
  const write = useWrite('templateFile.importZip', { quiet: true, onSuccess: onClose })
  const run = (accessPath: string): void =>
    write.mutate(
      { accessPath, name: name.trim(), folder: folder.trim(), siteId, ...(encoding ? { encoding } : {}) },
      {
        onError: (error) => {
          const found = factOf(error, 'names')?.samples ?? []
          setSamples(found)
          setEncoding(found[0]?.encoding)
        },
      },
    )
  const uploader = useUploader({
    target: { to: 'call', kind: 'file', ...ZIP_RULE },
    rule: ZIP_RULE,
    label: '选择压缩包',
    onDone: ({ accessPath }, task) => {
      setFile({ accessPath, name: task.name })
      run(accessPath)
    },
  })
  const sending = uploader.busy ? uploader.ids.at(-1) : undefined
  useCancelOnUnmount(sending)
  const busy = uploader.busy || write.isPending
  const add = (files: readonly File[]): void => {
    setFile(null)
    setSamples([])
    setEncoding(undefined)
    uploader.add(files)
  }
  return (
    <PanelDialog
      title="导入模板"
      size="small"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          {file && (
            <Button
              appearance="primary"
              icon={write.isPending ? <Spinner size="tiny" aria-hidden /> : undefined}
              disabledFocusable={busy}
              onClick={() => run(file.accessPath)}
            >
              导入
            </Button>
          )}
        </>
      }
    >
      <Field label="名称" hint="不填写则使用压缩包中的名称">
        <Input value={name} maxLength={254} disabled={busy} onChange={(_event, { value }) => setName(value)} />
      </Field>
      <Field label="标识符（模板文件夹）" hint="不填写则使用压缩包中的标识符">
        <Input value={folder} maxLength={64} disabled={busy} onChange={(_event, { value }) => setFolder(value)} />
      </Field>
      {write.error && samples.length === 0 && !busy && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{toAppError(write.error).message}</MessageBarBody>
        </MessageBar>
      )}
      {samples.length > 0 && !busy && (
        <>
          <Text>无法识别文件名的编码，请选择显示正确的一种，再导入。</Text>
          <EncodingChoice samples={samples} chosen={encoding} onChoose={setEncoding} />
        </>
      )}
      {sending && <UploadRow id={sending} />}
      {uploader.busy && !sending && <StagingRows />}
      {write.isPending && <Spinner label="正在导入…" labelPosition="below" />}
      {!busy && (
        <DropZone className={styles.zone} label="导入模板" text="将压缩包拖到此处" onFiles={add}>
          <Text align="center">
            {file ? `已上传“${file.name}”。` : '请选择从站匠导出的模板，或包含网页文件的 zip 压缩包。'}
          </Text>
          <UploadButton uploader={uploader}>{file ? '重新选择压缩包' : '选择压缩包'}</UploadButton>
        </DropZone>
      )}
    </PanelDialog>
  )
}
