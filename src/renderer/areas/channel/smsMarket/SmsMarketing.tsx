import { Button } from '@fluentui/react-components'
import { DeleteRegular, EyeRegular, ChatMultipleRegular, SendRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { SmsRecord } from '#shared/contract/smsMarketing.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { NoSite, OF_NO_SITE } from '#renderer/features/sites/noSite.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { MoreMenu } from '#renderer/ui/table/MoreMenu.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { ProgressCell, StateBadge, usePollOf } from '../shared/ProgressCell.tsx'
import { OUTGOING } from '../shared/text.ts'
import { useOutgoingActions } from '../shared/useOutgoingActions.ts'
import { SmsDialog } from './SmsDialog.tsx'
import { SmsDrawer } from './SmsDrawer.tsx'
import { MARKET } from './text.ts'

type Row = SmsRecord
const nameOf = (row: Row): string => row.templateName

/** contradictions.md 131: of the entity's fields, in its order; what became of it is ours. */
const COLUMNS: readonly TableColumn<Row>[] = [
  { key: 'template', title: MARKET.template, width: '18%', least: 140, render: nameOf },
  { key: 'content', title: MARKET.content, least: 160, render: (row) => row.content },
  { key: 'channel', title: MARKET.channel, width: '120px', render: (row) => row.channelName },
  { key: 'postTime', title: MARKET.postTime, width: '170px', render: (row) => row.sendTime || row.postTime },
  { key: 'state', title: OUTGOING.state, width: '100px', render: (row) => <StateBadge {...row} /> },
  { key: 'progress', title: OUTGOING.progress, width: '160px', render: (row) => <ProgressCell {...row} /> },
]

/** Text messages of a site that were sent or wait (C·§2 SMS; contradictions.md 132). */
export function SmsMarketing() {
  const [writing, setWriting] = useState(false)
  const [viewed, setViewed] = useState<Row | null>(null)
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const { siteId } = list.filters
  const poll = usePollOf()
  const read = useRead('smsMarketing.page', list.input, {
    quiet: true,
    keepPrevious: true,
    enabled: siteId > 0,
    ...poll.options,
  })
  poll.look(read.data?.content)
  const remove = useRemoveRows('smsMarketing.deleteByIdList', list)
  const more = useOutgoingActions({ update: 'smsMarketing.update', resend: 'smsMarketing.resend' })
  const columns = useMemo(
    (): TableColumn<Row>[] => [
      ...COLUMNS,
      {
        key: 'actions',
        title: '操作',
        width: '130px',
        align: 'end',
        pin: 'end',
        render: (row) => (
          <>
            <RowActions
              row={nameOf(row)}
              actions={[
                { title: MARKET.view, icon: EyeRegular, run: () => setViewed(row) },
                {
                  title: '删除',
                  icon: DeleteRegular,
                  run: () => void remove([row.id], MARKET.removeTitle(nameOf(row))),
                },
              ]}
            />
            <MoreMenu row={nameOf(row)} items={more(row, nameOf(row))} />
          </>
        ),
      },
    ],
    [remove, more],
  )
  return (
    <ListScreen
      title={MARKET.title}
      list={list}
      read={siteId === 0 ? OF_NO_SITE : read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={nameOf}
      search={MARKET.search}
      filters={<SiteSelect value={siteId} onChange={(site) => list.setFilter('siteId', site)} />}
      batch={(keys: readonly number[]) => (
        <BatchButton
          keys={keys}
          title="删除"
          onRun={(ids: readonly number[]) => void remove(ids, MARKET.removeMany(ids.length))}
        />
      )}
      actions={
        <Button appearance="primary" icon={<SendRegular />} disabled={siteId === 0} onClick={() => setWriting(true)}>
          {MARKET.add}
        </Button>
      }
      empty={
        siteId === 0 ? (
          <NoSite />
        ) : (
          <EmptyState icon={ChatMultipleRegular} title={MARKET.emptyTitle} text={MARKET.emptyText} />
        )
      }
      onOpen={(row) => setViewed(row)}
      onRowKey={(row, { key }) => key === 'Delete' && void remove([row.id], MARKET.removeTitle(nameOf(row)))}
    >
      {writing && <SmsDialog siteId={siteId} onClose={() => setWriting(false)} />}
      {viewed && (
        <SmsDrawer
          message={read.data?.content.find(({ id }) => id === viewed.id) ?? viewed}
          onClose={() => setViewed(null)}
        />
      )}
    </ListScreen>
  )
}
