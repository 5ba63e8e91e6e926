import type { MemberGroup } from '#shared/contract/memberGroup.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

/** C·§2: name and note. The number of members is an addition. */
export const COLUMNS: readonly TableColumn<MemberGroup>[] = [
  { key: 'name', title: '会员组名称', render: (row) => row.name },
  { key: 'note', title: '备注', width: '40%', render: (row) => row.note },
  { key: 'members', title: '会员数', width: '90px', align: 'end', render: (row) => String(row.members ?? '') },
]
