import type { MemberLevel } from '#shared/contract/memberLevel.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { LEVEL } from './text.ts'

/** C·§2: name, start value, end value; how many members there are is ours. */
export const COLUMNS: readonly TableColumn<MemberLevel>[] = [
  { key: 'name', title: LEVEL.name, render: (row) => row.name },
  { key: 'startValue', title: LEVEL.start, width: '20%', align: 'end', render: (row) => String(row.startValue) },
  { key: 'endValue', title: LEVEL.end, width: '20%', align: 'end', render: (row) => String(row.endValue) },
  { key: 'members', title: LEVEL.members, width: '90px', align: 'end', render: (row) => String(row.members ?? '') },
]
