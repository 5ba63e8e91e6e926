import type { FieldValues } from 'react-hook-form'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { CodeInput, type CodeInputProps } from './CodeInput.tsx'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'

const LEAVE_HINT = '按 Esc 再按 Tab 键离开代码框。'

/** Code as a form field, in the code editor. */
export function CodeField<In extends FieldValues, Out>(
  props: Bound<In, Out> & Pick<CodeInputProps, 'language' | 'height'>,
) {
  const { language = 'html', height = '360px', hint, disabled = false, ...frame } = props
  return (
    <FieldFrame {...frame} hint={hint ? `${hint} ${LEAVE_HINT}` : LEAVE_HINT} group>
      {({ value, onChange, onBlur, ref }, invalid) => (
        <CodeInput
          {...{ language, height, disabled, invalid, onChange, onBlur }}
          label={props.label}
          value={value ?? ''}
          handle={ref}
        />
      )}
    </FieldFrame>
  )
}
