import { ChatMultipleRegular } from '@fluentui/react-icons'
import type { SmsRecord } from '#shared/contract/smsMarketing.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useListState } from '#renderer/ui/list/useListState.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { ProgressCell, StateBadge } from '../shared/ProgressCell.tsx'
import { OutgoingRecords } from '../shared/OutgoingRecords.tsx'
import { OUTGOING } from '../shared/text.ts'
import { SmsDialog } from './SmsDialog.tsx'
import { SmsDrawer } from './SmsDrawer.tsx'
import { MARKET } from './text.ts'

type Row = SmsRecord
const nameOf = (row: Row): string => row.templateName

/** contradictions.md 131: of the entity's fields, in its order; what became of it is ours. */
const COLUMNS: readonly TableColumn<Row>[] = [
  { key: 'template', title: MARKET.template, width: '12%', least: 110, render: nameOf },
  { key: 'content', title: MARKET.content, least: 190, render: (row) => row.content },
  { key: 'channel', title: MARKET.channel, width: '100px', render: (row) => row.channelName },
  { key: 'postTime', title: MARKET.postTime, width: '170px', render: (row) => row.sendTime || row.postTime },
  { key: 'state', title: OUTGOING.state, width: '100px', render: (row) => <StateBadge {...row} /> },
  { key: 'progress', title: OUTGOING.progress, width: '140px', render: (row) => <ProgressCell {...row} /> },
]

/** Text messages of a site that were sent or wait (C·§2 SMS; contradictions.md 132). */
export function SmsMarketing() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  return (
    <OutgoingRecords
      kind="smsMarketing"
      words={MARKET}
      icon={ChatMultipleRegular}
      list={list}
      columns={COLUMNS}
      nameOf={nameOf}
      renderForm={(siteId, onClose) => <SmsDialog siteId={siteId} onClose={onClose} />}
      renderDrawer={(message, onClose) => <SmsDrawer message={message} onClose={onClose} />}
    />
  )
}
