import { DeleteRegular, EyeRegular, type FluentIcon, SendRegular } from '@fluentui/react-icons'
import { type ReactNode, useMemo, useState } from 'react'
import type { OutputOf } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SiteRecordsScreen } from '#renderer/features/sites/SiteRecordsScreen.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import type { ListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { MoreMenu } from '#renderer/ui/table/MoreMenu.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { usePollWhileSending } from './ProgressCell.tsx'
import { useOutgoingActions } from './useOutgoingActions.ts'

type Kind = 'emailSend' | 'smsMarketing'
type RowOf<K extends Kind> = OutputOf<`${K}.page`>['content'][number]

interface Props<K extends Kind> {
  /** Prefix of the API operations. */
  kind: K
  words: {
    title: string
    search: string
    add: string
    view: string
    emptyTitle: string
    emptyText: string
    removeTitle: (name: string) => string
    removeMany: (count: number) => string
  }
  icon: FluentIcon
  list: ListState<{ siteId: number }>
  /** Columns before the actions. Must be stable. */
  columns: readonly TableColumn<RowOf<K>>[]
  /** Must be stable. */
  nameOf: (row: RowOf<K>) => string
  /** Renders the form of a new message. */
  renderForm: (siteId: number, onClose: () => void) => ReactNode
  /** Renders the details of a message, with the latest data of the list. */
  renderDrawer: (row: RowOf<K>, onClose: () => void) => ReactNode
}

/** Sent and waiting messages of a site, with the actions send, view, pause, resend and delete. */
export function OutgoingRecords<K extends Kind>(props: Props<K>) {
  const { kind, words, icon, list, columns: ownColumns, nameOf, renderForm, renderDrawer } = props
  type Row = RowOf<K>
  const [isWriting, setIsWriting] = useState(false)
  const [viewed, setViewed] = useState<Row | null>(null)
  const { siteId } = list.filters
  const poll = usePollWhileSending()
  const options = { quiet: true, keepPrevious: true, enabled: siteId > 0, ...poll.options }
  const read = useRead<`${Kind}.page`>(`${kind}.page`, list.input, options)
  const rows = read.data?.content as readonly Row[] | undefined
  poll.watchRows(rows)
  const remove = useRemoveRows(`${kind}.deleteByIdList`, list)
  const createMoreActions = useOutgoingActions({ update: `${kind}.update`, resend: `${kind}.resend` })
  const columns = useMemo(
    (): TableColumn<Row>[] => [
      ...ownColumns,
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
                { title: words.view, icon: EyeRegular, run: () => setViewed(row) },
                {
                  title: '删除',
                  icon: DeleteRegular,
                  run: () => void remove([row.id], words.removeTitle(nameOf(row))),
                },
              ]}
            />
            <MoreMenu row={nameOf(row)} items={createMoreActions(row, nameOf(row))} />
          </>
        ),
      },
    ],
    [ownColumns, nameOf, words, remove, createMoreActions],
  )
  return (
    <SiteRecordsScreen<Row, { siteId: number }>
      title={words.title}
      list={list}
      read={{ ...read, data: read.data && { ...read.data, content: rows ?? [] } }}
      columns={columns}
      rowLabel={nameOf}
      search={words.search}
      batch={(keys) => (
        <BatchButton keys={keys} title="删除" onRun={(ids) => void remove(ids, words.removeMany(ids.length))} />
      )}
      add={{ title: words.add, icon: <SendRegular />, run: () => setIsWriting(true) }}
      empty={{ icon, title: words.emptyTitle, text: words.emptyText }}
      onOpen={setViewed}
      onRowKey={(row, { key }) => key === 'Delete' && void remove([row.id], words.removeTitle(nameOf(row)))}
    >
      {isWriting && renderForm(siteId, () => setIsWriting(false))}
      {viewed && renderDrawer(rows?.find(({ id }) => id === viewed.id) ?? viewed, () => setViewed(null))}
    </SiteRecordsScreen>
  )
}
