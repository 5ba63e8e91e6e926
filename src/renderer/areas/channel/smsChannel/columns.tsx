import type { SmsChannel } from '#shared/contract/smsChannel.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { channelTypeName } from './ChannelDialog.tsx'

export const nameOf = ({ channelName, id }: SmsChannel): string => channelName || `编号 ${id}`

/** Name and type (C·§2), and the signature. */
export const COLUMNS: readonly TableColumn<SmsChannel>[] = [
  { key: 'channelName', title: '通道名称', width: '35%', render: nameOf },
  { key: 'channelType', title: '通道类型', width: '25%', render: (row) => channelTypeName(row.channelType) },
  { key: 'signName', title: '短信签名', render: (row) => row.signName },
]
