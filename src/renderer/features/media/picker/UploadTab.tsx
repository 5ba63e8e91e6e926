import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import { ArrowUploadRegular } from '@fluentui/react-icons'
import { UPLOAD_RULES, type UploadKind } from '#shared/contract/upload.ts'
import { KIND_LABELS } from '#renderer/features/media/kindLabels.ts'
import { DropZone } from '#renderer/features/uploads/DropZone.tsx'
import { UploadButton } from '#renderer/features/uploads/UploadButton.tsx'
import { StagingRows } from '#renderer/features/uploads/StagingRows.tsx'
import { UploadList } from '#renderer/features/uploads/UploadList.tsx'
import type { Uploader } from '#renderer/features/uploads/useUploader.tsx'
import { useListedIds } from './useListedIds.ts'

const useStyles = makeStyles({
  zone: { gap: tokens.spacingVerticalM },
  call: {
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    gap: tokens.spacingVerticalS,
    flex: '1 1 auto',
    minHeight: '180px',
    padding: tokens.spacingHorizontalL,
    textAlign: 'center',
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  icon: { fontSize: '32px', lineHeight: 0, color: tokens.colorNeutralForeground3 },
  muted: { color: tokens.colorNeutralForeground3 },
  low: { flex: '0 0 auto', minHeight: 0 },
  list: { flex: '1 1 auto', minHeight: '120px' },
})

interface Props {
  kind: UploadKind
  many: boolean
  uploader: Uploader
}

/** Uploads files and chooses them once they are in the library. */
export function UploadTab({ kind, many, uploader }: Props) {
  const styles = useStyles()
  const { extensions, limitMb } = UPLOAD_RULES[kind]
  const ids = useListedIds(uploader.ids)
  const name = KIND_LABELS[kind]
  return (
    <DropZone label={`上传${name}`} className={styles.zone} onFiles={uploader.add}>
      <div className={mergeClasses(styles.call, ids.length > 0 && styles.low)}>
        <span className={styles.icon}>
          <ArrowUploadRegular />
        </span>
        <Text>
          把{name}拖到此处，或粘贴{many ? '，可一次添加多个' : ''}
        </Text>
        <UploadButton uploader={uploader}>上传{name}</UploadButton>
        <Text size={200} className={styles.muted}>
          {extensions.join('、')}，不超过 {limitMb} MB
        </Text>
      </div>
      {ids.length > 0 ? <UploadList ids={ids} className={styles.list} /> : <StagingRows />}
    </DropZone>
  )
}
