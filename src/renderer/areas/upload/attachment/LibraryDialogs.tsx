import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Subtitle2,
  Text,
  tokens,
  Tooltip,
} from '@fluentui/react-components'
import { DeleteRegular, type FluentIcon, InfoRegular } from '@fluentui/react-icons'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import { UPLOAD_RULES } from '#shared/contract/upload.ts'
import { CopyButton } from '#renderer/ui/feedback/CopyButton.tsx'
import { MediaPreview } from '#renderer/ui/viewers/MediaPreview.tsx'
import { DetailDrawer } from '#renderer/ui/dialogs/DetailDrawer.tsx'
import { type Fact, Facts } from '#renderer/ui/layout/Facts.tsx'
import { toAppError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { KIND_LABELS } from '#renderer/features/media/kindLabels.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { DropZone } from '#renderer/features/uploads/DropZone.tsx'
import { UploadButton } from '#renderer/features/uploads/UploadButton.tsx'
import { StagingRows } from '#renderer/features/uploads/StagingRows.tsx'
import { UploadList } from '#renderer/features/uploads/UploadList.tsx'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { dimensions, type ItemActions } from './actions.ts'
import { addressOf } from './address.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { PictureButton } from './PictureButton.tsx'
import { FileUsage } from './UsedIn.tsx'

/** The open dialog. */
export type OpenDialog =
  | { dialog: 'preview'; id: number }
  | { dialog: 'details' | 'replace'; item: LibraryItem }
  /** name: of a single file; empty for several. */
  | { dialog: 'remove'; ids: readonly number[]; name: string }

interface Props {
  opened: OpenDialog
  /** The files of the page. */
  items: readonly LibraryItem[]
  baseUrl: string
  actions: ItemActions
  /** Shows another file. */
  onMove: (id: number) => void
  onRemoved: () => void
  onClose: () => void
}

export function LibraryDialogs({ opened, items, baseUrl, actions, onMove, onRemoved, onClose }: Props) {
  switch (opened.dialog) {
    case 'preview':
      return (
        <MediaPreview
          files={items}
          at={items.findIndex(({ id }) => id === opened.id)}
          onMove={(at) => onMove(items[at]?.id ?? opened.id)}
          onClose={onClose}
          renderActions={(item) => <PreviewActions item={item} baseUrl={baseUrl} actions={actions} />}
        />
      )
    case 'details':
      return <DetailsDrawer item={opened.item} baseUrl={baseUrl} actions={actions} onClose={onClose} />
    case 'replace':
      return <ReplaceDialog item={opened.item} onClose={onClose} />
    case 'remove':
      return <RemoveDialog {...opened} items={items} onRemoved={onRemoved} onClose={onClose} />
  }
}

function PreviewActions({ item, baseUrl, actions }: Pick<Props, 'baseUrl' | 'actions'> & { item: LibraryItem }) {
  return (
    <>
      <CopyButton name="地址" text={addressOf(baseUrl, item.accessPath)} />
      <IconAction title="详情" icon={InfoRegular} run={() => actions.details(item)} />
      <IconAction title="删除" icon={DeleteRegular} run={() => actions.remove(item)} />
    </>
  )
}

function IconAction({ title, icon: Icon, run }: { title: string; icon: FluentIcon; run: () => void }) {
  return (
    <Tooltip content={title} relationship="label">
      <Button appearance="subtle" size="small" icon={<Icon />} onClick={run} />
    </Tooltip>
  )
}

const useDetailsDrawerStyles = makeStyles({
  picture: { flex: 'none', height: '240px' },
  title: { margin: `${tokens.spacingVerticalS} 0 0` },
})

interface DetailsDrawerProps {
  item: LibraryItem
  baseUrl: string
  actions: ItemActions
  onClose: () => void
}

/** The details of a file, and where it is used. */
function DetailsDrawer({ item, baseUrl, actions, onClose }: DetailsDrawerProps) {
  const styles = useDetailsDrawerStyles()
  return (
    <DetailDrawer
      title="资源详情"
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => actions.remove(item)}>删除</Button>
          <Button onClick={() => actions.replace(item)}>替换</Button>
          <Button appearance="primary" onClick={() => actions.preview(item)}>
            预览
          </Button>
        </>
      }
    >
      <div className={styles.picture}>
        <PictureButton item={item} onOpen={() => actions.preview(item)} />
      </div>
      <Facts facts={factsOf(item, addressOf(baseUrl, item.accessPath))} />
      <Subtitle2 as="h3" className={styles.title}>
        使用情况
      </Subtitle2>
      <FileUsage id={item.id} />
    </DetailDrawer>
  )
}

const factsOf = (item: LibraryItem, address: string): Fact[] => [
  { name: '文件名', value: item.oldName },
  { name: '类型', value: `${KIND_LABELS[item.kind]}（${item.extension || '没有扩展名'}）` },
  ...(dimensions(item) ? [{ name: '尺寸', value: `${dimensions(item)} 像素` }] : []),
  { name: '大小', value: item.fileSizeString },
  { name: '上传者', value: item.createdBy || '—' },
  { name: '上传时间', value: item.createDate || '—' },
  { name: '地址', value: address, copy: true },
]

const useReplaceDialogStyles = makeStyles({
  zone: {
    display: 'grid',
    // The list of uses below may be long and scrolls; this part keeps its height.
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

/** Replaces a file with another one of the same type. Address and name stay. */
function ReplaceDialog({ item, onClose }: { item: LibraryItem; onClose: () => void }) {
  const styles = useReplaceDialogStyles()
  const replace = useWrite('attachment.replace', { quiet: true, onSuccess: onClose })
  const cancel = useWrite('uploads.cancel', { quiet: true })
  const uploader = useUploader({
    target: { to: 'call', kind: item.kind, extensions: [item.extension], limitMb: UPLOAD_RULES[item.kind].limitMb },
    label: '选择新文件',
    onDone: ({ accessPath }) => replace.mutate({ id: item.id, accessPath }),
  })
  const busy = uploader.busy || replace.isPending
  const close = (): void => {
    // Without the dialog the uploaded file would not replace anything.
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
      <Text>
        地址保持不变，所有引用处都显示新文件，原文件不再保留。受浏览器缓存影响，访客可能在一段时间内仍看到旧文件。
      </Text>
      <DropZone label="新文件" text="松开鼠标，替换文件" onFiles={uploader.add} disabled={busy} className={styles.zone}>
        <UploadButton uploader={uploader} disabled={busy}>
          选择新文件
        </UploadButton>
        <Text className={styles.soft}>只能是 {item.extension} 文件，也可以拖到此处</Text>
      </DropZone>
      {uploader.ids.length > 0 ? (
        <UploadList ids={uploader.ids.slice(-1)} className={styles.list ?? ''} />
      ) : (
        <StagingRows />
      )}
      {replace.error && (
        <MessageBar intent="error">
          <MessageBarBody>替换失败：{toAppError(replace.error).message}</MessageBarBody>
        </MessageBar>
      )}
      <Text weight="semibold">使用情况</Text>
      <FileUsage id={item.id} />
    </PanelDialog>
  )
}
