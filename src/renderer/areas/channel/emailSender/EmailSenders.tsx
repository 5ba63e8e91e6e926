import { Button } from '@fluentui/react-components'
import { AddRegular, MailSettingsRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { EmailChannel } from '#shared/contract/emailChannel.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { NoSite, OF_NO_SITE } from '#renderer/features/sites/noSite.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { type EditRemove, editRemoveColumn, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
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
  const [opened, setOpened] = useState<{ channel: EmailChannel | null } | null>(null)
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const { siteId } = list.filters
  const read = useRead('emailChannel.page', list.input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const remove = useRemoveRows('emailChannel.deleteByIdList', list)
  const actions = useMemo<EditRemove<EmailChannel>>(
    () => ({
      edit: (channel) => setOpened({ channel }),
      remove: (row) => void remove([row.id], SENDER.removeTitle(nameOf(row))),
    }),
    [remove],
  )
  const columns = useMemo(() => [...COLUMNS, editRemoveColumn(actions, nameOf)], [actions])
  return (
    <ListScreen
      title={SENDER.title}
      list={list}
      read={siteId === 0 ? OF_NO_SITE : read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={nameOf}
      search={SENDER.search}
      filters={<SiteSelect value={siteId} onChange={(site) => list.setFilter('siteId', site)} />}
      actions={
        <Button
          appearance="primary"
          icon={<AddRegular />}
          disabled={siteId === 0}
          onClick={() => setOpened({ channel: null })}
        >
          {SENDER.add}
        </Button>
      }
      empty={
        siteId === 0 ? (
          <NoSite />
        ) : (
          <EmptyState icon={MailSettingsRegular} title={SENDER.emptyTitle} text={SENDER.emptyText} />
        )
      }
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
    >
      {opened && <SenderDialog channel={opened.channel} siteId={siteId} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}
