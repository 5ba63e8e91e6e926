import type { SmsTemplate } from '#shared/contract/smsTemplate.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export const nameOf = ({ templateName }: SmsTemplate): string => templateName

/** Name and code (C·§2), and the text. */
export const COLUMNS: readonly TableColumn<SmsTemplate>[] = [
  { key: 'templateName', title: '模板名称', width: '25%', render: nameOf },
  { key: 'templateCode', title: '模板编码', width: '25%', render: (row) => row.templateCode },
  { key: 'templateContent', title: '模板内容', render: (row) => row.templateContent },
]
