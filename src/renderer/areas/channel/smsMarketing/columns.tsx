import type { SmsRecord } from '#shared/contract/smsMarketing.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { ProgressCell, StateBadge } from '../shared/ProgressCell.tsx'

type Row = SmsRecord

export const nameOf = (row: Row): string => row.templateName

/** Fields of the entity in its order (contradictions.md 131), state and progress. */
export const COLUMNS: readonly TableColumn<Row>[] = [
  { key: 'template', title: '短信模板', width: '12%', minWidth: 110, render: nameOf },
  { key: 'content', title: '短信内容', minWidth: 190, render: (row) => row.content },
  { key: 'channel', title: '短信通道', width: '100px', render: (row) => row.channelName },
  { key: 'postTime', title: '发送时间', width: '170px', render: (row) => row.sendTime || row.postTime },
  { key: 'state', title: '状态', width: '100px', render: (row) => <StateBadge {...row} /> },
  { key: 'progress', title: '进度', width: '140px', render: (row) => <ProgressCell {...row} /> },
]
