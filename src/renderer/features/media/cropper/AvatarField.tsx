import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { CropRegular, DeleteRegular } from '@fluentui/react-icons'
import { type Ref, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { focusRef } from '#renderer/ui/fields/focusRef.ts'
import { EventBoundary } from '../picker/EventBoundary.tsx'
import { MediaThumb } from '../picker/MediaThumb.tsx'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { CropDialog } from './CropDialog.tsx'

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  picture: {
    flexShrink: 0,
    width: '72px',
    height: '72px',
    overflow: 'hidden',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusCircular,
  },
})

interface Extras {
  /** A remark in the dialog (C·§2 Profile page). */
  note?: string
  /** The site whose library stores the image; 0 (all sites) by default. */
  siteId?: number
}

/** A portrait: chosen, cropped to a circle and uploaded (C·§7). The value is the accessPath, '' for none. */
export function AvatarField<In extends FieldValues, Out>(props: Bound<In, Out> & Extras) {
  const { note = '', siteId = 0, disabled = false, ...frame } = props
  return (
    <FieldFrame {...frame} group>
      {({ value, onChange, ref }) => (
        <AvatarInput
          {...{ note, siteId, disabled, onChange }}
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
  label: string
  disabled: boolean
  onChange: (accessPath: string) => void
  inputRef: Ref<HTMLDivElement>
}

function AvatarInput({ value, label, note, siteId, disabled, onChange, inputRef }: Props) {
  const styles = useStyles()
  const [open, setOpen] = useState(false)
  const uploader = useUploader({
    target: { to: 'library', kind: 'image', siteId },
    onDone: ({ accessPath }) => {
      onChange(accessPath)
      setOpen(false)
    },
  })
  return (
    <div ref={inputRef} className={styles.row}>
      <span className={styles.picture}>
        <MediaThumb kind="image" src={value} />
      </span>
      <Button icon={<CropRegular />} disabled={disabled} onClick={() => setOpen(true)}>
        {value ? '更换' : '选择'}
        {label}
      </Button>
      {value && !disabled && (
        <Button appearance="subtle" icon={<DeleteRegular />} aria-label={`移除${label}`} onClick={() => onChange('')} />
      )}
      {open && (
        <EventBoundary>
          <CropDialog
            title={`裁剪${label}`}
            note={note}
            round
            busy={uploader.busy}
            onCropped={(file) => uploader.add([file])}
            onClose={() => setOpen(false)}
          />
        </EventBoundary>
      )}
    </div>
  )
}
