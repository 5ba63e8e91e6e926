import { Button, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components'
import { ImageAddRegular } from '@fluentui/react-icons'
import { type ChangeEvent, useMemo, useRef, useState } from 'react'
import type { UploadTask } from '#shared/contract/uploads.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { DropZone } from '#renderer/features/uploads/DropZone.tsx'
import { acceptOf, type UploadRule } from '#renderer/features/uploads/rules.ts'
import { UploadList } from '#renderer/features/uploads/UploadList.tsx'
import { useUploadTasks } from '#renderer/features/uploads/hooks.ts'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { type ChosenFile, toChosenFile } from '../items.ts'
import { useListedIds } from '../useListedIds.ts'
import { MULTI_EXTENSIONS, MULTI_LIMIT, MULTI_LIMIT_MB, addImages } from './chooseImages.ts'
import { ChosenImages } from './ChosenImages.tsx'

const useStyles = makeStyles({
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  muted: { color: tokens.colorNeutralForeground3 },
  zone: { overflow: 'auto' },
  list: { flex: '1 1 auto' },
  problems: {
    display: 'grid',
    // Long file names wrap, so that the problem after them stays visible.
    gridTemplateColumns: 'minmax(0, 1fr)',
    overflowWrap: 'anywhere',
    gap: tokens.spacingVerticalXS,
    maxHeight: '140px',
    overflow: 'auto',
    flexShrink: 0,
  },
})

interface Props {
  /** Maximum number of images. */
  limit?: number
  /** Maximum size of each image, MB. */
  limitMb?: number
  /** The site whose quota uploads count against; 0 for none. */
  siteId?: number
  /** Gets the uploaded images in the order of choosing; the owner then closes the dialog. */
  onDone: (images: readonly ChosenFile[]) => void
  onClose: () => void
}

/** B·§2, B·§5: chooses several images and uploads them together. */
export function MultiImageDialog(props: Props) {
  const { limit = MULTI_LIMIT, limitMb = MULTI_LIMIT_MB, siteId = 0, onDone, onClose } = props
  const styles = useStyles()
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMultiUpload({ limit, limitMb, siteId, onAll: onDone })
  const { files, started, uploader, failures, finished } = upload
  const ids = useListedIds(uploader.ids)

  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = [...(event.target.files ?? [])]
    event.target.value = ''
    if (chosen.length > 0) upload.choose(chosen)
  }
  const close = (): void => {
    if (uploader.busy) toast.info('上传将在后台继续，完成后可在资源库中查看')
    onClose()
  }
  const pick = (
    <Button icon={<ImageAddRegular />} disabled={started} onClick={() => input.current?.click()}>
      选择图片
    </Button>
  )
  return (
    <PanelDialog
      title="多图上传"
      size="medium"
      firm
      onClose={close}
      footer={
        <>
          <Button onClick={close}>取消</Button>
          {started && !uploader.busy ? (
            <Button
              appearance="primary"
              disabledFocusable={finished === 0}
              onClick={() => onDone(upload.uploaded())}
            >{`使用已上传的 ${finished} 张`}</Button>
          ) : (
            <Button
              appearance="primary"
              disabledFocusable={files.length === 0 || uploader.busy}
              onClick={() => !started && upload.start()}
            >
              {started ? `正在上传 ${finished} / ${files.length}` : '开始上传'}
            </Button>
          )}
        </>
      }
    >
      {!started && (
        <div className={styles.head}>
          {files.length > 0 && pick}
          <Text className={styles.muted}>
            {MULTI_EXTENSIONS.join('、')} 图片，最多 {limit} 张，每张不超过 {limitMb} MB
            {files.length > 0 && `，已选 ${files.length} 张`}
          </Text>
        </div>
      )}
      {failures.length > 0 && (
        <div className={styles.problems} role="alert">
          {failures.map((text) => (
            <MessageBar key={text} intent="error" layout="multiline">
              <MessageBarBody>{text}</MessageBarBody>
            </MessageBar>
          ))}
        </div>
      )}
      {started ? (
        <UploadList ids={ids} className={styles.list} />
      ) : (
        <DropZone label="选择图片" text="松开鼠标，选择这些图片" className={styles.zone} onFiles={upload.choose}>
          {files.length > 0 ? (
            <ChosenImages files={files} onRemove={upload.remove} />
          ) : (
            <EmptyState title="还没有选择图片" text="将图片拖到此处，或粘贴" action={pick} />
          )}
        </DropZone>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="选择要上传的图片"
        accept={acceptOf(upload.rule)}
        onChange={choose}
      />
    </PanelDialog>
  )
}

interface Options {
  limit: number
  limitMb: number
  siteId: number
  /** Called when all images are uploaded. */
  onAll: (chosen: readonly ChosenFile[]) => void
}

/** B·§5: name and size in KB. */
const describeFailure = (name: string, bytes: number, reason: string): string =>
  `文件[${name}]上传失败，文件大小为${Math.max(1, Math.round(bytes / 1024))}KB${reason && `：${reason}`}`

const failedOf = (tasks: readonly UploadTask[]): string[] =>
  tasks.flatMap(({ name, size, state }) =>
    state.step === 'failed' ? [describeFailure(name, size, state.message)] : [],
  )

/** The images of the dialog: first chosen, then uploaded together. */
function useMultiUpload({ limit, limitMb, siteId, onAll }: Options) {
  const toast = useToast()
  const [files, setFiles] = useState<readonly File[]>([])
  const [started, setStarted] = useState(false)
  const uploaded = useRef(new Map<string, ChosenFile>())
  const rule = useMemo<UploadRule>(() => ({ extensions: MULTI_EXTENSIONS, limitMb }), [limitMb])

  const uploader = useUploader({
    target: { to: 'library', kind: 'image', siteId },
    multiple: true,
    rule,
    label: '选择要上传的图片',
    onDone: (attachment, task) => uploaded.current.set(task.id, toChosenFile(attachment)),
    onSettled: ({ done, failed }) => {
      if (done > 0) toast.success(`上传完成! 共上传${done}张图片`)
      if (failed === 0 && done > 0) onAll(inOrder())
    },
  })
  const { ids } = uploader
  // Parallel uploads end in any order; the result keeps the order of choosing.
  const inOrder = (): ChosenFile[] => ids.flatMap((id) => uploaded.current.get(id) ?? [])
  const isEndedUpload = useMemo(() => {
    const uploadIds = new Set(ids)
    return ({ id, state }: UploadTask): boolean =>
      uploadIds.has(id) && (state.step === 'failed' || state.step === 'done')
  }, [ids])
  const ended = useUploadTasks(isEndedUpload)

  return {
    files,
    started,
    rule,
    uploader,
    /** Messages about the failed uploads, B·§5. */
    failures: failedOf(ended),
    finished: ended.filter(({ state }) => state.step === 'done').length,
    uploaded: inOrder,
    choose(more: readonly File[]): void {
      const next = addImages(files, more, limit, rule)
      for (const problem of next.problems) toast.error(problem)
      setFiles(next.files)
    },
    remove: (file: File): void => setFiles(files.filter((each) => each !== file)),
    start(): void {
      setStarted(true)
      uploader.add(files)
    },
  }
}
