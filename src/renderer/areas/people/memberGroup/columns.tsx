import type { MemberGroup } from '#shared/contract/memberGroup.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { GROUP } from './text.ts'

/** C·§2: name and note; how many members there are is ours. */
export const COLUMNS: readonly TableColumn<MemberGroup>[] = [
  { key: 'name', title: GROUP.name, render: (row) => row.name },
  { key: 'note', title: GROUP.note, width: '40%', render: (row) => row.note },
  { key: 'members', title: GROUP.members, width: '90px', align: 'end', render: (row) => String(row.members ?? '') },
]
