import type { MemberLevel } from '#shared/contract/memberLevel.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

/** C·§2: name, start value, end value. The number of members is an addition. */
export const COLUMNS: readonly TableColumn<MemberLevel>[] = [
  { key: 'name', title: '级别名称', render: (row) => row.name },
  { key: 'startValue', title: '等级起始值', width: '20%', align: 'end', render: (row) => String(row.startValue) },
  { key: 'endValue', title: '等级结束值', width: '20%', align: 'end', render: (row) => String(row.endValue) },
  { key: 'members', title: '会员数', width: '90px', align: 'end', render: (row) => String(row.members ?? '') },
]
