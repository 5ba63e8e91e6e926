import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { FolderOpenRegular, ImageMultipleRegular } from '@fluentui/react-icons'
import { type Ref, useState } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'
import type { MediaItem } from '#shared/contract/mediaItem.ts'
import type { UploadKind } from '#shared/contract/upload.ts'
import { errorAt } from '#renderer/ui/fields/formErrors.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { focusRef } from '#renderer/ui/fields/focusRef.ts'
import { KIND_LABELS } from '../kindLabels.ts'
import { EventBoundary } from './EventBoundary.tsx'
import { ALL_ITEM_FIELDS, type ItemFields } from './group/itemFields.ts'
import { MediaCards } from './group/MediaCards.tsx'
import { type ChosenFile, addChosen } from './items.ts'
import { MediaPicker } from './MediaPicker.tsx'
import { MULTI_LIMIT } from './multi/chooseImages.ts'
import { MultiImageDialog } from './multi/MultiImageDialog.tsx'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM, minWidth: 0 },
  buttons: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
})

interface Extras {
  kind: UploadKind
  /** Maximum number of items; 100 by default. */
  max?: number
  /** Fields of the item editor; all by default. */
  itemFields?: ItemFields
  /** The site whose quota uploads count against; 0 for none. */
  siteId?: number
}

/** Several files as ordered items (B·§3): the value is a list of `MediaItem`. */
export function MediaGroupField<In extends FieldValues, Out>(props: Bound<In, Out> & Extras) {
  const { kind, max = 100, itemFields = ALL_ITEM_FIELDS, siteId = 0, disabled = false, ...frame } = props
  const { errors } = useFormState({ control: props.control, name: props.name })
  const error = (at: number): string | undefined => {
    const path = `${props.name}.${at}`
    const below = Object.keys(ALL_ITEM_FIELDS).map((key) => errorAt(errors, `${path}.${key}`))
    return errorAt(errors, path) ?? errorAt(errors, `${path}.src`) ?? below.find(Boolean)
  }
  return (
    <FieldFrame {...frame} group>
      {({ value, onChange, ref }) => (
        <MediaGroup
          {...{ kind, max, itemFields, siteId, disabled, onChange, error }}
          label={props.label}
          items={Array.isArray(value) ? value : []}
          inputRef={focusRef(ref)}
        />
      )}
    </FieldFrame>
  )
}

interface Props extends Required<Extras> {
  label: string
  items: readonly MediaItem[]
  disabled: boolean
  error: (at: number) => string | undefined
  onChange: (items: MediaItem[]) => void
  inputRef: Ref<HTMLDivElement>
}

function MediaGroup({ kind, max, itemFields, siteId, label, items, disabled, error, onChange, inputRef }: Props) {
  const styles = useStyles()
  const toast = useToast()
  const [open, setOpen] = useState<'picker' | 'images' | null>(null)
  const remaining = max - items.length
  const close = (): void => setOpen(null)
  const add = (chosen: readonly ChosenFile[]): void => {
    const next = addChosen(items, chosen)
    const duplicates = items.length + chosen.length - next.length
    if (duplicates > 0) toast.info(`${duplicates} 个文件已在列表中，未重复添加`)
    onChange(next.slice(0, max))
    close()
  }
  return (
    <div ref={inputRef} className={styles.root}>
      {items.length > 0 && <MediaCards {...{ label, kind, items, disabled, error, onChange }} fields={itemFields} />}
      <div className={styles.buttons}>
        <Button icon={<FolderOpenRegular />} disabled={disabled || remaining <= 0} onClick={() => setOpen('picker')}>
          选择{KIND_LABELS[kind]}
        </Button>
        {kind === 'image' && (
          <Button
            icon={<ImageMultipleRegular />}
            disabled={disabled || remaining <= 0}
            onClick={() => setOpen('images')}
          >
            多图上传
          </Button>
        )}
        <Text size={200} className={styles.muted}>
          {items.length} / {max} 项{items.length > 1 && !disabled && '，拖动图片或按 Alt 加方向键调整顺序'}
        </Text>
      </div>
      {open && (
        <EventBoundary>
          {open === 'picker' ? (
            <MediaPicker many max={remaining} {...{ kind, siteId }} onConfirm={add} onClose={close} />
          ) : (
            <MultiImageDialog limit={Math.min(MULTI_LIMIT, remaining)} siteId={siteId} onDone={add} onClose={close} />
          )}
        </EventBoundary>
      )}
    </div>
  )
}
