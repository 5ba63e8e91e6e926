import { type Control, type FieldPath, type FieldValues, useController, useWatch } from 'react-hook-form'
import type { Site } from '#shared/contract/site.ts'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { Field } from '@fluentui/react-components'
import { useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { ONLY_LIST_COLUMNS } from '#shared/contract/crossSiteCopy.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ColumnTreeSelect } from '#renderer/features/columns/ColumnTreeSelect.tsx'
import type { Bound } from '#renderer/ui/fields/bound.ts'

const NO_COLUMNS: readonly Column[] = []

const findColumn = (tree: readonly Column[], id: number): Column | undefined =>
  tree.reduce<Column | undefined>(
    (found, each) => found ?? (each.id === id ? each : findColumn(each.child, id)),
    undefined,
  )

/** Chooses a list column of a site (B·§5); choosing another type clears the choice and shows why. */
function ListColumnField<In extends FieldValues, Out>(props: Bound<In, Out> & { siteId: number }) {
  const { control, name, label, required = false, hint, siteId } = props
  const { field, fieldState } = useController({ control, name })
  const [isWrongType, setIsWrongType] = useState(false)
  const { data = NO_COLUMNS } = useRead(
    'column.getTree',
    { siteId, showHiddenMenu: true },
    { quiet: true, enabled: siteId > 0 },
  )
  const selectColumn = (id: number): void => {
    const fits = findColumn(data, id)?.menuType === COLUMN_TYPE.list
    setIsWrongType(!fits)
    field.onChange(fits ? id : 0)
  }
  const message = isWrongType ? ONLY_LIST_COLUMNS : fieldState.error?.message
  return (
    <Field label={label} required={required} hint={hint} validationMessage={message}>
      {(frame) => (
        <ColumnTreeSelect
          siteId={siteId}
          label={label}
          labelledBy={frame['aria-labelledby']}
          disabled={siteId === 0}
          value={field.value ?? 0}
          onChange={selectColumn}
        />
      )}
    </Field>
  )
}

interface Props<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>
  site: { name: FieldPath<In>; label: string }
  column: { name: FieldPath<In>; label: string; hint?: string }
  /** Filters the offered sites; all by default. */
  offers?: (site: Site) => boolean
}

/** Chooses a site and one of its list columns; changing the site clears the column. */
export function SiteAndColumn<In extends FieldValues, Out>({ control, site, column, offers }: Props<In, Out>) {
  const siteId = useWatch({ control, name: site.name })
  const { field: chosen } = useController({ control, name: column.name })
  return (
    <>
      <FieldFrame control={control} name={site.name} label={site.label} required>
        {({ value, onChange }) => (
          <SiteSelect
            wide
            label={site.label}
            {...(offers ? { offers } : {})}
            value={value ?? 0}
            onChange={(next) => {
              onChange(next)
              chosen.onChange(0)
            }}
          />
        )}
      </FieldFrame>
      <ListColumnField
        key={siteId}
        control={control}
        name={column.name}
        label={column.label}
        required
        siteId={siteId}
        {...(column.hint ? { hint: column.hint } : {})}
      />
    </>
  )
}
