import type { FluentIcon } from '@fluentui/react-icons'
import { type ReactNode, useMemo, useState } from 'react'
import type { ListRead } from '#renderer/ui/list/ListBody.tsx'
import type { ListState } from '#renderer/ui/list/useListState.ts'
import { type EditRemove, editRemoveColumn, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { useLatest } from '#renderer/ui/table/useLatest.ts'
import { SiteRecordsScreen } from './SiteRecordsScreen.tsx'

interface Props<Row extends { id: number }> {
  words: { title: string; search: string; add: string; emptyTitle: string; emptyText: string }
  icon: FluentIcon
  list: ListState<{ siteId: number }>
  read: ListRead<Row>
  /** Constant. Shown before 编辑 and 删除. */
  columns: readonly TableColumn<Row>[]
  /** Constant. Returns the name of a row. */
  nameOf: (row: Row) => string
  /** Asks for confirmation and deletes. */
  remove: (row: Row) => Promise<void>
  /** Renders the form of a record; of a new one for null. */
  renderDialog: (row: Row | null, site: { siteId: number; onClose: () => void }) => ReactNode
}

/** One site's records that are added, edited and deleted one by one, each in a dialog. */
export function EditableSiteRecords<Row extends { id: number }>(props: Props<Row>) {
  const { words, icon, list, read, columns: own, nameOf, renderDialog } = props
  const [opened, setOpened] = useState<{ row: Row | null } | null>(null)
  const remove = useLatest((row: Row) => void props.remove(row))
  const actions = useMemo<EditRemove<Row>>(() => ({ edit: (row) => setOpened({ row }), remove }), [remove])
  const columns = useMemo(() => [...own, editRemoveColumn(actions, nameOf)], [own, actions, nameOf])
  return (
    <SiteRecordsScreen
      title={words.title}
      list={list}
      read={read}
      columns={columns}
      rowLabel={nameOf}
      search={words.search}
      add={{ title: words.add, run: () => setOpened({ row: null }) }}
      empty={{ icon, title: words.emptyTitle, text: words.emptyText }}
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
    >
      {opened && renderDialog(opened.row, { siteId: list.filters.siteId, onClose: () => setOpened(null) })}
    </SiteRecordsScreen>
  )
}
