import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { DeleteRegular, FolderOpenRegular } from '@fluentui/react-icons'
import { type Ref, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { UploadKind } from '#shared/contract/upload.ts'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { focusRef } from '#renderer/ui/fields/focusRef.ts'
import { KIND_LABELS } from '../kindLabels.ts'
import { EventBoundary } from './EventBoundary.tsx'
import { nameOf } from './items.ts'
import { MediaPicker } from './MediaPicker.tsx'
import { MediaThumb } from './MediaThumb.tsx'

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  picture: {
    flexShrink: 0,
    width: '96px',
    height: '72px',
    overflow: 'hidden',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground4,
  },
  side: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0, flex: '1 1 200px' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

interface Extras {
  kind: UploadKind
  /** The site whose quota uploads count against; 0 for none. */
  siteId?: number
}

/** One file from the library or the web: the value is its accessPath or web address, '' for none. */
export function MediaField<In extends FieldValues, Out>(props: Bound<In, Out> & Extras) {
  const { kind, siteId = 0, disabled = false, ...frame } = props
  return (
    <FieldFrame {...frame} group>
      {({ value, onChange, ref }) => (
        <MediaInput
          {...{ kind, siteId, disabled, onChange }}
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
  onChange: (src: string) => void
  inputRef: Ref<HTMLDivElement>
}

function MediaInput({ kind, siteId, value, label, disabled, onChange, inputRef }: Props) {
  const styles = useStyles()
  const [picking, setPicking] = useState(false)
  return (
    <div ref={inputRef} className={styles.row}>
      <span className={styles.picture}>
        <MediaThumb kind={kind} src={value} />
      </span>
      <div className={styles.side}>
        {value && (
          <Text className={styles.name} title={value}>
            {nameOf(value)}
          </Text>
        )}
        <div className={styles.buttons}>
          <Button icon={<FolderOpenRegular />} disabled={disabled} onClick={() => setPicking(true)}>
            {value ? '更换' : '选择'}
            {KIND_LABELS[kind]}
          </Button>
          {value && !disabled && (
            <Button
              appearance="subtle"
              icon={<DeleteRegular />}
              aria-label={`移除${label}`}
              onClick={() => onChange('')}
            />
          )}
        </div>
      </div>
      {picking && (
        <EventBoundary>
          <MediaPicker
            kind={kind}
            siteId={siteId}
            onConfirm={([media]) => {
              if (media) onChange(media.src)
              setPicking(false)
            }}
            onClose={() => setPicking(false)}
          />
        </EventBoundary>
      )}
    </div>
  )
}
