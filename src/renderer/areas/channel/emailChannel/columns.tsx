import type { EmailChannel } from '#shared/contract/emailChannel.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

/** Name and account (C·§2), and the SMTP server. */
export const COLUMNS: readonly TableColumn<EmailChannel>[] = [
  { key: 'sendName', title: '发件人名称', width: '30%', render: (row) => row.sendName },
  { key: 'account', title: '账号', width: '35%', render: (row) => row.account },
  { key: 'smtp', title: 'SMTP 服务器', render: (row) => `${row.smtp}:${row.port}` },
]
