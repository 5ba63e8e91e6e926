import { Button, makeStyles, Radio, RadioGroup, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { IMPORT_FILES, type ImportKind } from '#shared/contract/contentImport.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { DropZone } from '#renderer/features/uploads/DropZone.tsx'
import { StagingRows } from '#renderer/features/uploads/StagingRows.tsx'
import { UploadButton } from '#renderer/features/uploads/UploadButton.tsx'
import { UploadRow } from '#renderer/features/uploads/UploadRow.tsx'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { describeCounts } from './ResultStep.tsx'

const useStyles = makeStyles({
  radio: { alignItems: 'flex-start' },
  text: { color: tokens.colorNeutralForeground3 },
  label: { display: 'grid', gap: tokens.spacingVerticalXXS },
  zone: {
    alignItems: 'center',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalXXL,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    textAlign: 'center',
  },
  recent: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  name: { flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' },
})

const KIND_LABELS = {
  wxr: {
    title: 'WordPress 导出文件',
    text: '在 WordPress“工具 → 导出”中下载的 xml 文件。也可将该文件与 wp-content/uploads 文件夹一起压缩为 zip，图片会一并导入。',
  },
  html: { title: 'HTML 文件夹', text: '将网页所在的文件夹压缩为 zip，其中的图片会一并导入资源库。' },
  sheet: { title: '表格', text: 'xlsx、xls 或 csv，第一行为标题，最多 10 万行。' },
} satisfies Record<ImportKind, { title: string; text: string }>

const KINDS = Object.entries(KIND_LABELS) as [ImportKind, { title: string; text: string }][]

/** Chooses the source file, and lists recent imports to continue. */
export function ChooseStep({ siteId, onBegun }: { siteId: number; onBegun: (id: number, jobId: number) => void }) {
  const styles = useStyles()
  const [kind, setKind] = useState<ImportKind>('wxr')
  const begin = useWrite('contentImport.begin', {
    success: false,
    onSuccess: ({ data }) => onBegun(data.id, data.jobId),
  })
  const recent = useRead('contentImport.list', { siteId }, { quiet: true })
  const rule = IMPORT_FILES[kind]
  const uploader = useUploader({
    target: { to: 'call', kind: 'file', dir: 'import', extensions: [...rule.extensions], limitMb: rule.limitMb },
    rule,
    label: '选择文件',
    onDone: ({ accessPath }) => begin.mutate({ siteId, kind, path: accessPath }),
  })
  const busy = uploader.busy || begin.isPending
  const uploadId = uploader.busy ? uploader.ids.at(-1) : undefined
  return (
    <>
      <Card title="来源">
        <RadioGroup
          aria-label="来源"
          value={kind}
          disabled={busy}
          onChange={(_event, { value }) => setKind(value as ImportKind)}
        >
          {KINDS.map(([value, { title, text }]) => (
            <Radio
              key={value}
              value={value}
              className={styles.radio}
              label={
                <span className={styles.label}>
                  <Text>{title}</Text>
                  <Text size={200} className={styles.text}>
                    {text}
                  </Text>
                </span>
              }
            />
          ))}
        </RadioGroup>
        <DropZone
          className={styles.zone}
          label="选择文件"
          text="松开鼠标上传文件"
          disabled={busy}
          onFiles={uploader.add}
        >
          {uploadId && <UploadRow id={uploadId} />}
          {uploader.busy && !uploadId && <StagingRows />}
          {!busy && (
            <>
              <Text className={styles.text}>{`支持 ${rule.extensions.join('、')}，最大 ${rule.limitMb} MB`}</Text>
              <UploadButton uploader={uploader}>选择文件</UploadButton>
            </>
          )}
        </DropZone>
      </Card>
      {recent.data && recent.data.length > 0 && (
        <Card title="最近的导入">
          {recent.data.map(({ id, fileName, kind: of, createDate, result }) => (
            <div key={id} className={styles.recent}>
              <span className={styles.name}>
                {fileName}
                <Text block size={200} className={styles.text}>
                  {KIND_LABELS[of].title} · {createDate}
                  {result && ` · ${describeCounts(result, false)}`}
                </Text>
              </span>
              <Button aria-label={`继续 ${fileName}`} onClick={() => onBegun(id, 0)}>
                继续
              </Button>
            </div>
          ))}
        </Card>
      )}
    </>
  )
}
