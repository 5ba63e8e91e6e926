import type { Column } from '#shared/contract/column.ts'
import { ManyColumns } from './batch/ManyColumns.tsx'
import { OneColumn } from './OneColumn.tsx'

interface Props {
  /** One column, or several that get the same fields. */
  columns: readonly Column[]
  onClose: () => void
}

/** A·§2 Column field settings dialog. Render it while it is wanted. */
export function FieldSettingsDialog({ columns, onClose }: Props) {
  const [first] = columns
  if (!first) return null
  return columns.length === 1 ? (
    <OneColumn column={first} onClose={onClose} />
  ) : (
    <ManyColumns columns={columns} onClose={onClose} />
  )
}
