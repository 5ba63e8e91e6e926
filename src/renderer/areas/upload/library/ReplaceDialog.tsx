import { Button, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import { UPLOAD_RULES } from '#shared/contract/upload.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { DropZone } from '#renderer/features/uploads/DropZone.tsx'
import { UploadButton } from '#renderer/features/uploads/UploadButton.tsx'
import { StagingRows } from '#renderer/features/uploads/StagingRows.tsx'
import { UploadList } from '#renderer/features/uploads/UploadList.tsx'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { LIBRARY } from '#renderer/areas/upload/library/text.ts'
import { UsedIn } from './UsedIn.tsx'

const useStyles = makeStyles({
  zone: {
    display: 'grid',
    // What it is used in may be a long list, which scrolls.
    flex: 'none',
    justifyItems: 'center',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalXL,
    textAlign: 'center',
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  list: { height: '64px' },
  soft: { color: tokens.colorNeutralForeground3 },
})

/** Puts another file of the same type in the place of one: its address and name stay. */
export function ReplaceDialog({ item, onClose }: { item: LibraryItem; onClose: () => void }) {
  const styles = useStyles()
  const replace = useWrite('attachment.replace', { quiet: true, onSuccess: onClose })
  const cancel = useWrite('uploads.cancel', { quiet: true })
  const uploader = useUploader({
    target: { to: 'call', kind: item.kind, extensions: [item.extension], limitMb: UPLOAD_RULES[item.kind].limitMb },
    label: '选择新文件',
    onDone: ({ accessPath }) => replace.mutate({ id: item.id, accessPath }),
  })
  const busy = uploader.busy || replace.isPending
  const close = (): void => {
    // Nobody would put it in place any more.
    if (uploader.busy) cancel.mutate({ ids: [...uploader.ids] })
    onClose()
  }
  return (
    <PanelDialog
      title={`替换“${item.oldName}”`}
      size="small"
      firm
      onClose={close}
      footer={<Button onClick={close}>取消</Button>}
    >
      <Text>{LIBRARY.replaceText}</Text>
      <DropZone label="新文件" text="松开鼠标，用它替换" onFiles={uploader.add} disabled={busy} className={styles.zone}>
        <UploadButton uploader={uploader} disabled={busy}>
          选择新文件
        </UploadButton>
        <Text className={styles.soft}>只能是 {item.extension} 文件，也可以拖到这里</Text>
      </DropZone>
      {uploader.ids.length > 0 ? (
        <UploadList ids={uploader.ids.slice(-1)} className={styles.list ?? ''} />
      ) : (
        <StagingRows />
      )}
      {replace.error && (
        <MessageBar intent="error">
          <MessageBarBody>没有替换：{asAppError(replace.error).message}</MessageBarBody>
        </MessageBar>
      )}
      <Text weight="semibold">使用情况</Text>
      <UsedIn id={item.id} />
    </PanelDialog>
  )
}
