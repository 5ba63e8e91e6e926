import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { ArrowUploadRegular, DeleteRegular, DismissRegular } from '@fluentui/react-icons'
import type { ReactNode, Ref } from 'react'
import type { FieldValues } from 'react-hook-form'
import { UPLOAD_RULES } from '#shared/contract/upload.ts'
import { percentOf } from '#renderer/features/uploads/taskProgress.ts'
import { usePendingField } from '#renderer/ui/form/pendingFields.ts'
import { Cover } from '#renderer/ui/viewers/Cover.tsx'
import { uploadActions } from '../uploads/actions.ts'
import { useUploadTask } from '../uploads/hooks.ts'
import { useUploader } from '../uploads/useUploader.tsx'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { focusRef } from '#renderer/ui/fields/focusRef.ts'

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  muted: { color: tokens.colorNeutralForeground3 },
})

const { extensions, limitMb } = UPLOAD_RULES.image
const TARGET = { to: 'library', kind: 'image', siteId: 0 } as const

interface Extras {
  /** Shown beside the button while there is no image. */
  emptyText?: string
  /** Other controls that choose an image, beside the button; they pass its accessPath to `choose`. */
  more?: (choose: (accessPath: string) => void, disabled: boolean) => ReactNode
}

/** Chooses and uploads an image; the value is its accessPath. The form can't be saved during the upload. */
export function ImageField<In extends FieldValues, Out>(props: Bound<In, Out> & Extras) {
  const { emptyText = '', more, hint, disabled = false, ...frame } = props
  const facts = `${extensions.join('、')} 图片，不超过 ${limitMb} MB`
  return (
    <FieldFrame {...frame} hint={hint ? `${facts}。${hint}` : facts} group>
      {({ value, onChange, ref }) => (
        <ImageInput
          {...{ emptyText, more, disabled, onChange }}
          form={props.control}
          name={props.name}
          value={value ?? ''}
          label={props.label}
          inputRef={focusRef(ref)}
        />
      )}
    </FieldFrame>
  )
}

interface Props {
  form: object
  name: string
  value: string
  onChange: (accessPath: string) => void
  label: string
  emptyText: string
  more: Extras['more']
  disabled: boolean
  inputRef: Ref<HTMLDivElement>
}

function ImageInput({ form, name, value, onChange, label, disabled, emptyText, more, inputRef }: Props) {
  const styles = useStyles()
  const uploader = useUploader({
    target: TARGET,
    label: `选择${label}`,
    onDone: ({ accessPath }) => onChange(accessPath),
  })
  const { busy, ids } = uploader
  usePendingField(form, name, label, busy)
  return (
    <div ref={inputRef} className={styles.row}>
      <Cover accessPath={value} name={label} />
      <Button
        icon={busy ? <Spinner size="tiny" aria-hidden /> : <ArrowUploadRegular />}
        disabled={disabled}
        disabledFocusable={busy}
        onClick={uploader.pick}
      >
        {busy ? <UploadProgress id={ids.at(-1) ?? ''} /> : value ? '更换图片' : '上传图片'}
      </Button>
      {busy && ids.length > 0 && (
        <Button
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label={`取消上传${label}`}
          onClick={() => uploadActions.cancel(ids.slice(-1))}
        />
      )}
      {more?.(onChange, disabled || busy)}
      {value && !disabled && !busy && (
        <Button appearance="subtle" icon={<DeleteRegular />} aria-label={`移除${label}`} onClick={() => onChange('')} />
      )}
      {!value && !busy && emptyText && (
        <Text size={200} className={styles.muted}>
          {emptyText}
        </Text>
      )}
      {uploader.input}
    </div>
  )
}

const IDLE_TEXTS: Record<string, string | undefined> = { paused: '上传已暂停', held: '等待上传' }

function UploadProgress({ id }: { id: string }) {
  const task = useUploadTask(id)
  const idleText = task && IDLE_TEXTS[task.state.step]
  if (idleText) return idleText
  return task?.state.step === 'sending' ? `正在上传 ${percentOf(task.sent, task.size)}%` : '正在上传…'
}
