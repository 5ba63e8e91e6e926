import type { OutputOf } from '#shared/contract/registry.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { ProgressCell, StateBadge } from '../shared/ProgressCell.tsx'

type Row = OutputOf<'emailSend.page'>['content'][number]

export const nameOf = (row: Row): string => row.channelName

/** Subject and time (C·§2), state and progress. */
export const COLUMNS: readonly TableColumn<Row>[] = [
  { key: 'subject', title: '邮件主题', minWidth: 220, render: nameOf },
  { key: 'postTime', title: '发送时间', width: '170px', render: (row) => row.sendTime || row.postTime },
  { key: 'state', title: '状态', width: '100px', render: (row) => <StateBadge {...row} /> },
  { key: 'progress', title: '进度', width: '170px', render: (row) => <ProgressCell {...row} /> },
  { key: 'channel', title: '邮件渠道', width: '15%', minWidth: 120, render: (row) => row.subject },
]
