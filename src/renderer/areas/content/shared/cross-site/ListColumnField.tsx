import { Field } from '@fluentui/react-components'
import { useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import type { Column } from '#shared/contract/column.ts'
import { ONLY_LISTS } from '#shared/contract/crossSiteCopy.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ColumnTreeSelect } from '#renderer/features/columns/ColumnTreeSelect.tsx'
import type { Bound } from '#renderer/ui/fields/bound.ts'

const NONE: readonly Column[] = []

const findIn = (tree: readonly Column[], id: number): Column | undefined =>
  tree.reduce<Column | undefined>((found, each) => found ?? (each.id === id ? each : findIn(each.child, id)), undefined)

/** B·§5: a list column of a site; choosing another kind clears the choice and says so. */
export function ListColumnField<In extends FieldValues, Out>(props: Bound<In, Out> & { siteId: number }) {
  const { control, name, label, required = false, hint, siteId } = props
  const { field, fieldState } = useController({ control, name })
  const [isWrong, setWrong] = useState(false)
  const { data = NONE } = useRead(
    'column.getTree',
    { siteId, showHiddenMenu: true },
    { quiet: true, enabled: siteId > 0 },
  )
  const choose = (id: number): void => {
    const fits = findIn(data, id)?.menuType === COLUMN_TYPE.list
    setWrong(!fits)
    field.onChange(fits ? id : 0)
  }
  const message = isWrong ? ONLY_LISTS : fieldState.error?.message
  return (
    <Field label={label} required={required} hint={hint} validationMessage={message}>
      {(frame) => (
        <ColumnTreeSelect
          siteId={siteId}
          label={label}
          labelledBy={frame['aria-labelledby']}
          disabled={siteId === 0}
          value={field.value ?? 0}
          onChange={choose}
        />
      )}
    </Field>
  )
}
