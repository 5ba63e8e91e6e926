import { MailMultipleRegular } from '@fluentui/react-icons'
import type { OutputOf } from '#shared/contract/registry.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useListState } from '#renderer/ui/list/useListState.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { ProgressCell, StateBadge } from '../shared/ProgressCell.tsx'
import { OutgoingRecords } from '../shared/OutgoingRecords.tsx'
import { OUTGOING } from '../shared/text.ts'
import { EmailDialog } from './EmailDialog.tsx'
import { EmailDrawer } from './EmailDrawer.tsx'
import { MAIL } from './text.ts'

type Row = OutputOf<'emailSend.page'>['content'][number]
const nameOf = (row: Row): string => row.channelName

/** C·§2: subject and time; what became of it is ours. */
const COLUMNS: readonly TableColumn<Row>[] = [
  { key: 'subject', title: MAIL.subject, least: 220, render: nameOf },
  { key: 'postTime', title: MAIL.postTime, width: '170px', render: (row) => row.sendTime || row.postTime },
  { key: 'state', title: OUTGOING.state, width: '100px', render: (row) => <StateBadge {...row} /> },
  { key: 'progress', title: OUTGOING.progress, width: '170px', render: (row) => <ProgressCell {...row} /> },
  { key: 'channel', title: MAIL.channel, width: '15%', least: 120, render: (row) => row.subject },
]

/** E-mail of a site that was sent or waits (C·§2 Email). */
export function EmailRecords() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  return (
    <OutgoingRecords
      kind="emailSend"
      words={MAIL}
      icon={MailMultipleRegular}
      list={list}
      columns={COLUMNS}
      nameOf={nameOf}
      renderForm={(siteId, onClose) => <EmailDialog siteId={siteId} onClose={onClose} />}
      renderDrawer={({ id }, onClose) => <EmailDrawer id={id} onClose={onClose} />}
    />
  )
}
