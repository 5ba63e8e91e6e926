import { Input, type InputProps, Textarea } from '@fluentui/react-components'
import type { FieldValues } from 'react-hook-form'
import type { Bound } from './bound.ts'
import { FieldFrame } from './FieldFrame.tsx'

export interface TextExtras {
  placeholder?: string
  /** Longest text that can be typed. */
  maxLength?: number
  autoFocus?: boolean
  autoComplete?: string
  type?: InputProps['type']
  /** Its spelling is checked: words for readers, not names, addresses or codes. Default: lines no, several lines yes. */
  spellCheck?: boolean
  contentBefore?: InputProps['contentBefore']
  contentAfter?: InputProps['contentAfter']
}

/** One line of text. */
export function TextField<In extends FieldValues, Out>(props: Bound<In, Out> & TextExtras) {
  const { control, name, label, required, hint, disabled, ...input } = props
  return (
    <FieldFrame {...{ control, name, label, required, hint }}>
      {({ value, ...field }) => <Input {...input} {...field} disabled={disabled ?? false} value={value ?? ''} />}
    </FieldFrame>
  )
}

/** Several lines of text. */
export function TextAreaField<In extends FieldValues, Out>(
  props: Bound<In, Out> & Pick<TextExtras, 'placeholder' | 'maxLength' | 'spellCheck'> & { rows?: number },
) {
  const { control, name, label, required, hint, disabled, rows = 4, spellCheck = true, ...area } = props
  return (
    <FieldFrame {...{ control, name, label, required, hint }}>
      {({ value, ...field }) => (
        <Textarea
          {...area}
          {...field}
          {...{ rows, spellCheck }}
          resize="vertical"
          disabled={disabled ?? false}
          value={value ?? ''}
        />
      )}
    </FieldFrame>
  )
}
