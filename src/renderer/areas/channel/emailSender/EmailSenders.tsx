import { MailSettingsRegular } from '@fluentui/react-icons'
import type { EmailChannel } from '#shared/contract/emailChannel.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EditableSiteRecords } from '#renderer/features/sites/EditableSiteRecords.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { SenderDialog } from './SenderDialog.tsx'
import { SENDER } from './text.ts'

const nameOf = ({ sendName, account }: EmailChannel): string => sendName || account

/** C·§2: name and account; the server is ours. */
const COLUMNS: readonly TableColumn<EmailChannel>[] = [
  { key: 'sendName', title: SENDER.sendName, width: '30%', render: (row) => row.sendName },
  { key: 'account', title: SENDER.account, width: '35%', render: (row) => row.account },
  { key: 'smtp', title: SENDER.smtp, render: (row) => `${row.smtp}:${row.port}` },
]

/** The accounts that a site sends e-mail from (C·§2 Email). */
export function EmailSenders() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const enabled = list.filters.siteId > 0
  const read = useRead('emailChannel.page', list.input, { quiet: true, keepPrevious: true, enabled })
  const remove = useRemoveRows('emailChannel.deleteByIdList', list)
  return (
    <EditableSiteRecords
      words={SENDER}
      icon={MailSettingsRegular}
      list={list}
      read={read}
      columns={COLUMNS}
      nameOf={nameOf}
      remove={(row) => remove([row.id], SENDER.removeTitle(nameOf(row)), SENDER.removeText(row.waiting))}
      renderDialog={(channel, site) => <SenderDialog channel={channel} {...site} />}
    />
  )
}
