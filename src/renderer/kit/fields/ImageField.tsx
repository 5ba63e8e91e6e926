import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { ArrowUploadRegular, DeleteRegular } from '@fluentui/react-icons'
import { type ChangeEvent, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { UPLOAD_RULES } from '#shared/contract/upload.ts'
import { call, grantFiles } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import type { Bound } from '#renderer/kit/fields/bound.ts'
import { FieldFrame } from '#renderer/kit/fields/FieldFrame.tsx'
import { Cover } from './Cover.tsx'

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  muted: { color: tokens.colorNeutralForeground3 },
})

const { extensions, limitMb } = UPLOAD_RULES.image

/** Chooses an image, uploads it and keeps its accessPath. */
export function CoverField<In extends FieldValues, Out>(props: Bound<In, Out>) {
  return (
    <FieldFrame {...props} hint={`${extensions.join('、')} 图片，小于 ${limitMb} MB`}>
      {(field) => <Chooser value={field.value} onChange={field.onChange} label={props.label} />}
    </FieldFrame>
  )
}

function Chooser(props: { value: string; onChange: (accessPath: string) => void; label: string }) {
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
        props.onChange((await call('uploads.attachment', { grant, kind: 'image' })).data.accessPath)
      }
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.row}>
      <Cover accessPath={props.value} name={props.label} />
      <Button
        icon={busy ? <Spinner size="tiny" /> : <ArrowUploadRegular />}
        disabledFocusable={busy}
        onClick={() => input.current?.click()}
      >
        {props.value ? '更换图片' : '上传图片'}
      </Button>
      {props.value && (
        <Button
          appearance="subtle"
          icon={<DeleteRegular />}
          aria-label="移除缩略图"
          onClick={() => props.onChange('')}
        />
      )}
      {!props.value && (
        <Text size={200} className={styles.muted}>
          没有时列表显示占位图
        </Text>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`选择${props.label}`}
        accept={extensions.map((each) => `.${each}`).join(',')}
        onChange={(event) => void choose(event)}
      />
    </div>
  )
}
