import { DeleteRegular, EyeRegular } from '@fluentui/react-icons'
import type { InboxMessage } from '#shared/contract/inbox.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export interface InboxActions {
  open: (message: InboxMessage) => void
  remove: (message: InboxMessage) => void
}

export const columnsOf = (actions: InboxActions): TableColumn<InboxMessage>[] => [
  { key: 'title', title: '标题', minWidth: 200, render: ({ title }) => title },
  { key: 'to', title: '收件人', width: '28%', render: formatRecipients },
  { key: 'time', title: '发送时间', width: '180px', render: ({ postTime }) => postTime },
  {
    key: 'actions',
    title: '操作',
    width: '92px',
    align: 'end',
    pin: 'end',
    render: (row) => (
      <RowActions
        row={row.title}
        actions={[
          { title: '查看', icon: EyeRegular, run: () => actions.open(row) },
          { title: '删除', icon: DeleteRegular, run: () => actions.remove(row) },
        ]}
      />
    ),
  },
]

const formatRecipients = ({ receiveGroup, receiverNames, receiver }: InboxMessage): string =>
  [receiveGroup, receiverNames || receiver].filter(Boolean).join('、') || '—'
