import { Button } from '@fluentui/react-components'
import { DeleteRegular, EyeRegular, MailMultipleRegular, SendRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { OutputOf } from '#shared/contract/registry.ts'
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
import { EmailDialog } from './EmailDialog.tsx'
import { EmailDrawer } from './EmailDrawer.tsx'
import { MAIL } from './text.ts'

type Row = OutputOf<'emailSend.page'>['content'][number]
const nameOf = (row: Row): string => row.channelName

/** C·§2: subject and time; what became of it is ours. */
const COLUMNS: readonly TableColumn<Row>[] = [
  { key: 'subject', title: MAIL.subject, least: 180, render: nameOf },
  { key: 'postTime', title: MAIL.postTime, width: '170px', render: (row) => row.sendTime || row.postTime },
  { key: 'state', title: OUTGOING.state, width: '100px', render: (row) => <StateBadge {...row} /> },
  { key: 'progress', title: OUTGOING.progress, width: '200px', render: (row) => <ProgressCell {...row} /> },
  { key: 'channel', title: MAIL.channel, width: '22%', least: 140, render: (row) => row.subject },
]

/** E-mail of a site that was sent or waits (C·§2 Email). */
export function EmailRecords() {
  const [writing, setWriting] = useState(false)
  const [viewed, setViewed] = useState<number | null>(null)
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const { siteId } = list.filters
  const poll = usePollOf()
  const read = useRead('emailSend.page', list.input, {
    quiet: true,
    keepPrevious: true,
    enabled: siteId > 0,
    ...poll.options,
  })
  poll.look(read.data?.content)
  const remove = useRemoveRows('emailSend.deleteByIdList', list)
  const more = useOutgoingActions({ update: 'emailSend.update', resend: 'emailSend.resend' })
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
                { title: MAIL.view, icon: EyeRegular, run: () => setViewed(row.id) },
                {
                  title: '删除',
                  icon: DeleteRegular,
                  run: () => void remove([row.id], MAIL.removeTitle(nameOf(row))),
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
      title={MAIL.title}
      list={list}
      read={siteId === 0 ? OF_NO_SITE : read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={nameOf}
      search={MAIL.search}
      filters={<SiteSelect value={siteId} onChange={(site) => list.setFilter('siteId', site)} />}
      batch={(keys: readonly number[]) => (
        <BatchButton
          keys={keys}
          title="删除"
          onRun={(ids: readonly number[]) => void remove(ids, MAIL.removeMany(ids.length))}
        />
      )}
      actions={
        <Button appearance="primary" icon={<SendRegular />} disabled={siteId === 0} onClick={() => setWriting(true)}>
          {MAIL.add}
        </Button>
      }
      empty={
        siteId === 0 ? (
          <NoSite />
        ) : (
          <EmptyState icon={MailMultipleRegular} title={MAIL.emptyTitle} text={MAIL.emptyText} />
        )
      }
      onOpen={(row) => setViewed(row.id)}
      onRowKey={(row, { key }) => key === 'Delete' && void remove([row.id], MAIL.removeTitle(nameOf(row)))}
    >
      {writing && <EmailDialog siteId={siteId} onClose={() => setWriting(false)} />}
      {viewed !== null && <EmailDrawer id={viewed} onClose={() => setViewed(null)} />}
    </ListScreen>
  )
}
