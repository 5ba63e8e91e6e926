import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { ArrowUploadRegular, DeleteRegular } from '@fluentui/react-icons'
import { type ChangeEvent, type Ref, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { UPLOAD_RULES } from '#shared/contract/upload.ts'
import { call, grantFiles } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { Cover } from '../media/Cover.tsx'
import type { Bound } from './bound.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { focusRef } from './focusRef.ts'

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  muted: { color: tokens.colorNeutralForeground3 },
})

const { extensions, limitMb } = UPLOAD_RULES.image

interface Extras {
  /** Said beside the button while there is no image. */
  emptyText?: string
}

/** Chooses an image, uploads it and keeps its accessPath. */
export function ImageField<In extends FieldValues, Out>(props: Bound<In, Out> & Extras) {
  const { emptyText = '', hint, disabled = false, ...frame } = props
  const facts = `${extensions.join('、')} 图片，小于 ${limitMb} MB`
  return (
    <FieldFrame {...frame} hint={hint ? `${facts}。${hint}` : facts} group>
      {({ value, onChange, ref }) => (
        <ImageInput
          {...{ emptyText, disabled, onChange }}
          value={value ?? ''}
          label={props.label}
          inputRef={focusRef(ref)}
        />
      )}
    </FieldFrame>
  )
}

interface Props extends Required<Extras> {
  value: string
  onChange: (accessPath: string) => void
  label: string
  disabled: boolean
  inputRef: Ref<HTMLDivElement>
}

function ImageInput({ value, onChange, label, disabled, emptyText, inputRef }: Props) {
  const styles = useStyles()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)

  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    if (files.length === 0) return
    setBusy(true)
    try {
      for (const { grant } of await grantFiles(files)) {
        onChange((await call('uploads.attachment', { grant, kind: 'image' })).data.accessPath)
      }
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div ref={inputRef} className={styles.row}>
      <Cover accessPath={value} name={label} />
      <Button
        icon={busy ? <Spinner size="tiny" /> : <ArrowUploadRegular />}
        disabled={disabled}
        disabledFocusable={busy}
        onClick={() => input.current?.click()}
      >
        {busy ? '正在上传…' : value ? '更换图片' : '上传图片'}
      </Button>
      {value && !disabled && (
        <Button appearance="subtle" icon={<DeleteRegular />} aria-label={`移除${label}`} onClick={() => onChange('')} />
      )}
      {!value && emptyText && (
        <Text size={200} className={styles.muted}>
          {emptyText}
        </Text>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`选择${label}`}
        accept={extensions.map((each) => `.${each}`).join(',')}
        onChange={(event) => void choose(event)}
      />
    </div>
  )
}
