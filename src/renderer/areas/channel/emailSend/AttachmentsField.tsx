import { Button, makeStyles, Tag, tokens } from '@fluentui/react-components'
import { AttachRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { MAX_ATTACHMENTS } from '#shared/contract/emailSend.ts'
import { EventBoundary } from '#renderer/features/media/picker/EventBoundary.tsx'
import { MediaPicker } from '#renderer/features/media/picker/MediaPicker.tsx'
import type { ChosenFile } from '#renderer/features/media/picker/items.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { focusRef } from '#renderer/ui/fields/focusRef.ts'

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
})

interface Props<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>
  name: FieldPath<In>
  siteId: number
}

/** Attachments of an e-mail, chosen from the library. */
export function AttachmentsField<In extends FieldValues, Out>({ control, name, siteId }: Props<In, Out>) {
  const styles = useStyles()
  const [isPicking, setIsPicking] = useState(false)
  return (
    <FieldFrame control={control} name={name} label="附件" group>
      {({ value, onChange, ref }) => {
        const files = (Array.isArray(value) ? value : []) as ChosenFile[]
        const add = (chosen: readonly ChosenFile[]): void => {
          const newFiles = chosen.filter(({ src }) => !files.some((each) => each.src === src))
          onChange([...files, ...newFiles.map(({ src, name: called }) => ({ src, name: called }))])
          setIsPicking(false)
        }
        return (
          <div ref={focusRef(ref)} className={styles.row}>
            {files.map((file) => (
              <Tag
                key={file.src}
                size="small"
                dismissible
                aria-label={`移除附件 ${file.name}`}
                onClick={() => onChange(files.filter(({ src }) => src !== file.src))}
              >
                {file.name}
              </Tag>
            ))}
            <Button icon={<AttachRegular />} onClick={() => setIsPicking(true)}>
              从资源库添加附件
            </Button>
            {isPicking && (
              <EventBoundary>
                <MediaPicker
                  kind="file"
                  many
                  web={false}
                  max={MAX_ATTACHMENTS - files.length}
                  siteId={siteId}
                  onConfirm={add}
                  onClose={() => setIsPicking(false)}
                />
              </EventBoundary>
            )}
          </div>
        )
      }}
    </FieldFrame>
  )
}
