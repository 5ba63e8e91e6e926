import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { usePendingField } from '#renderer/ui/form/pendingFields.ts'
import { RichTextInput } from './RichTextInput.tsx'
import type { RichTextProps } from './types.ts'

/** Rich text in a form: the value is HTML, '' when empty. The form can't be saved while pictures are being uploaded. */
export function RichTextField<In extends FieldValues, Out>(
  props: Bound<In, Out> & Pick<RichTextProps, 'minHeight' | 'maxHeight' | 'siteId'>,
) {
  const { minHeight, maxHeight, siteId = 0, disabled = false, ...frame } = props
  const [busy, setBusy] = useState(false)
  usePendingField(props.control, props.name, props.label, busy)
  return (
    <FieldFrame {...frame} group>
      {({ value, onChange, onBlur, ref }, invalid) => (
        <RichTextInput
          {...{ disabled, invalid, siteId, onChange, onBlur }}
          {...(minHeight ? { minHeight } : {})}
          {...(maxHeight ? { maxHeight } : {})}
          label={props.label}
          value={value ?? ''}
          onBusy={setBusy}
          handle={ref}
        />
      )}
    </FieldFrame>
  )
}
