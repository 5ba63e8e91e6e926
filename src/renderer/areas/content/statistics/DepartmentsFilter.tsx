import { TreeFilter } from './TreeFilter.tsx'
import { uppermost } from './treeItems.ts'
import type { Departments } from './useDepartments.ts'

interface Props {
  departments: Departments
  /** The uppermost of those that are ticked: an address holds no thousands of them. */
  value: readonly number[]
  onChange: (departments: number[]) => void
}

/** Departments; ticking one ticks all below it. */
export function DepartmentsFilter({ departments: { items, ticked, error, retry }, value, onChange }: Props) {
  return (
    <TreeFilter
      label="部门"
      items={items}
      keys={ticked}
      chosen={value.length}
      onChange={(keys) => onChange(uppermost(items ?? [], new Set(keys)).map(({ key }) => key))}
      error={error}
      onRetry={retry}
    />
  )
}
