import { type Control, type FieldPath, type FieldValues, useController, useWatch } from 'react-hook-form'
import type { Site } from '#shared/contract/site.ts'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { ListColumnField } from './ListColumnField.tsx'

interface Props<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>
  site: { name: FieldPath<In>; label: string }
  column: { name: FieldPath<In>; label: string; hint?: string }
  /** Which sites are offered; all by default. */
  offers?: (site: Site) => boolean
}

/** A site, and one of its list columns: another site lets the column go. */
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
