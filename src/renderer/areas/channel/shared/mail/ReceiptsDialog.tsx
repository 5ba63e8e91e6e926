import { Badge } from '@fluentui/react-components'
import type { MailReceipt, SentMail } from '#shared/contract/siteMail.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { MAIL, RECEIPT_STATES } from './text.ts'

const COLUMNS: readonly TableColumn<MailReceipt>[] = [
  {
    key: 'name',
    title: MAIL.recipients,
    render: ({ trueName, userName }) => (trueName ? `${trueName}（${userName}）` : userName),
  },
  {
    key: 'state',
    title: MAIL.state,
    width: '100px',
    render: ({ state }) => (
      <Badge appearance="tint" color={RECEIPT_STATES[state].color}>
        {RECEIPT_STATES[state].title}
      </Badge>
    ),
  },
  { key: 'date', title: MAIL.time, width: '180px', render: ({ date }) => date },
]

/** For the sender: who has read it, and when. */
export function ReceiptsDialog({ mail, onClose }: { mail: SentMail; onClose: () => void }) {
  const list = useLocalList({})
  const read = useRead('siteMail.receipts', { ...list.input, id: mail.id }, { quiet: true, keepPrevious: true })
  return (
    <PanelDialog title={`${MAIL.receipts}：${mail.title}`} size="medium" onClose={onClose}>
      <ListBody label={MAIL.receipts} list={list} read={read} columns={COLUMNS} rowKey={(row) => row.userName} />
    </PanelDialog>
  )
}
