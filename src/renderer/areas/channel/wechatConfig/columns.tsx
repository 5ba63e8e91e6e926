import type { WechatConfig } from '#shared/contract/wechat.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export const titleOf = ({ title }: WechatConfig): string => title

export const COLUMNS: readonly TableColumn<WechatConfig>[] = [
  { key: 'title', title: '名称', render: titleOf },
  { key: 'appId', title: 'appId', width: '40%', render: ({ appId }) => appId },
]
