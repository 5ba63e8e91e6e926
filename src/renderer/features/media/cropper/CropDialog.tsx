import { Button, makeStyles, MessageBar, MessageBarBody, Spinner, tokens } from '@fluentui/react-components'
import { ImageAddRegular } from '@fluentui/react-icons'
import { type ChangeEvent, useRef, useState } from 'react'
import { UPLOAD_RULES } from '#shared/contract/upload.ts'
import { showError } from '#renderer/data/errors.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { type CropArea, cropImage, type CropOutput } from './crop.ts'
import { CropFrame, type Pose, INITIAL_POSE } from './CropFrame.tsx'
import { useCropSource } from './useCropSource.ts'

const useStyles = makeStyles({
  spinner: { marginInlineEnd: tokens.spacingHorizontalXS },
  choose: { marginInlineEnd: 'auto' },
})

const { extensions } = UPLOAD_RULES.image

interface Props {
  title?: string
  /** The first image; without one the user chooses it in the dialog. */
  file?: File | null
  /** Size and type of the result; 200 × 200 PNG by default. */
  output?: CropOutput
  /** Shows the frame as a circle; the result is the square around it. */
  round?: boolean
  /** A remark above the image, for instance that the result is not kept (C·§2 Profile page). */
  note?: string
  confirmText?: string
  /** The owner is still processing the result: all buttons are disabled. */
  busy?: boolean
  /** Gets the result; the owner closes the dialog afterwards. */
  onCropped: (file: File) => void
  onClose: () => void
}

const AVATAR: CropOutput = { width: 200, height: 200, type: 'image/png' }

/** Crops an image to the wanted size. */
export function CropDialog(props: Props) {
  const { title = '裁剪头像', output = AVATAR, round = false, note, confirmText = '确定', onCropped, onClose } = props
  const styles = useStyles()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(props.file ?? null)
  const [pose, setPose] = useState<Pose>(INITIAL_POSE)
  const [area, setArea] = useState<CropArea | null>(null)
  const [cropping, setCropping] = useState(false)
  const busy = cropping || (props.busy ?? false)
  const { source, problem, reading } = useCropSource(file)

  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = event.target.files?.[0]
    event.target.value = ''
    if (!chosen) return
    setFile(chosen)
    setPose(INITIAL_POSE)
    setArea(null)
  }
  const confirm = async (): Promise<void> => {
    if (!source || !area || busy) return
    setCropping(true)
    try {
      onCropped(await cropImage(source.image, area, pose.rotation, output, source.name))
    } catch (error) {
      showError(error)
    } finally {
      setCropping(false)
    }
  }
  const small = source && (source.image.naturalWidth < output.width || source.image.naturalHeight < output.height)
  const pick = (
    <Button
      className={file ? styles.choose : undefined}
      icon={<ImageAddRegular />}
      disabledFocusable={busy}
      onClick={() => input.current?.click()}
    >
      {file ? '更换图片' : '选择图片'}
    </Button>
  )
  return (
    <PanelDialog
      title={title}
      size="small"
      firm
      onClose={() => !busy && onClose()}
      footer={
        <>
          {file && pick}
          <Button onClick={() => !busy && onClose()}>取消</Button>
          <Button appearance="primary" disabledFocusable={!area || busy} onClick={() => void confirm()}>
            {busy && <Spinner size="extra-tiny" className={styles.spinner} aria-hidden />}
            {confirmText}
          </Button>
        </>
      }
    >
      {note && (
        <MessageBar>
          <MessageBarBody>{note}</MessageBarBody>
        </MessageBar>
      )}
      {small && (
        <MessageBar intent="warning">
          <MessageBarBody>
            图片小于 {output.width} × {output.height}，裁剪后可能模糊
          </MessageBarBody>
        </MessageBar>
      )}
      {source ? (
        <CropFrame
          source={source}
          aspect={output.width / output.height}
          round={round}
          pose={pose}
          onPose={setPose}
          onArea={setArea}
        />
      ) : reading ? (
        <LoadingState label="正在打开图片…" />
      ) : problem ? (
        <div role="alert">
          <EmptyState title="无法使用该文件" text={problem} />
        </div>
      ) : (
        <EmptyState title="还没有选择图片" text={`${extensions.join('、')} 图片`} action={pick} />
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="选择要裁剪的图片"
        accept={extensions.map((each) => `.${each}`).join(',')}
        onChange={choose}
      />
    </PanelDialog>
  )
}
