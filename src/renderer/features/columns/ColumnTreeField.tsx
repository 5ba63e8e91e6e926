import { Field } from '@fluentui/react-components'
import { type FieldValues, useController } from 'react-hook-form'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { ColumnTreeSelect, type ColumnTreeSelectProps } from './ColumnTreeSelect.tsx'

/** A form field with a column's id, chosen from a site's tree. */
export function ColumnTreeField<In extends FieldValues, Out>(
  props: Bound<In, Out> & Pick<ColumnTreeSelectProps, 'siteId' | 'rootTitle' | 'exclude' | 'fits'>,
) {
  const { control, name, label, required = false, hint, disabled, siteId, rootTitle, exclude, fits } = props
  const { field, fieldState } = useController({ control, name })
  return (
    <Field label={label} required={required} hint={hint} validationMessage={fieldState.error?.message}>
      {(control) => (
        <ColumnTreeSelect
          {...{ siteId, label, rootTitle, exclude, fits, disabled }}
          labelledBy={control['aria-labelledby']}
          value={field.value ?? 0}
          onChange={field.onChange}
        />
      )}
    </Field>
  )
}
