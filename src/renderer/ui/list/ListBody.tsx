import {
  Button,
  mergeClasses,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Text,
  Tooltip,
} from '@fluentui/react-components'
import { DismissRegular, FilterDismissRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { toAppError } from '#renderer/data/errors.ts'
import { EmptyState } from '../feedback/States.tsx'
import { SearchBox } from '../fields/SearchBox.tsx'
import { DataTable } from '../table/DataTable.tsx'
import { Pager } from '../table/Pager.tsx'
import type { DataTableProps, RowKey, TableColumn, TableRead } from '../table/types.ts'
import type { Filters } from './listQuery.ts'
import { useListStyles } from './listStyles.ts'
import type { ListState } from './useListState.ts'

/** The part of a read that a list needs; `useRead(name, list.input, {quiet: true, keepPrevious: true})` fits. */
export interface ListRead<Row> extends TableRead {
  data:
    | {
        content: readonly Row[]
        totalElements: number
        atLeast?: boolean | undefined
        looked?: number | undefined
      }
    | undefined
  isPlaceholderData?: boolean
  isFetching?: boolean
}

export interface ListBodyProps<Row, Key extends RowKey, F extends Filters> {
  /** Name of the table for screen readers. */
  label: string
  list: ListState<F>
  read: ListRead<Row>
  columns: readonly TableColumn<Row>[]
  rowKey: (row: Row) => Key
  /** Returns the name of a row, for its controls. */
  rowLabel?: (row: Row) => string
  /** Placeholder of the search; none without it. */
  search?: string
  /** Controls beside the search, bound to list.filters and list.setFilter. */
  filters?: ReactNode
  /** BatchButtons for the chosen rows; with it rows can be chosen. `clear` unselects them. */
  batch?: (keys: readonly Key[], clear: () => void) => ReactNode
  /** Shown for an empty list; a search without a result has its own message. */
  empty?: ReactNode
  onOpen?: (row: Row) => void
  onRowKey?: (row: Row, event: KeyboardEvent) => void
  /** Renders the rows in another way than as a table. */
  renderRows?: (rows: DataTableProps<Row>) => ReactNode
  /** Page sizes that can be chosen. */
  sizes?: readonly number[]
}

/**
 * A list without a page around it, for a tab or a dialog: search, filters, batch bar, table, pager, and loading, empty
 * and error states.
 */
export function ListBody<Row, Key extends RowKey, F extends Filters>(props: ListBodyProps<Row, Key, F>) {
  const styles = useListStyles()
  const { list, read, batch, rowKey } = props
  const { selected, setSelected } = list
  const stale = read.isPlaceholderData ?? false
  const total = read.data?.totalElements ?? 0
  // The page has become empty because rows were deleted; the pager is about to go back to the last page with rows.
  const isPastEnd = read.data?.content.length === 0 && list.input.page > Math.max(1, Math.ceil(total / list.input.size))
  const rows = isPastEnd ? undefined : read.data?.content
  const keys = useMemo(() => [...selected] as Key[], [selected])
  const clear = (): void => setSelected(new Set())
  const pageKeys = new Set<RowKey>(batch ? rows?.map(rowKey) : [])
  const table: DataTableProps<Row> = {
    label: props.label,
    columns: props.columns,
    rows,
    read,
    rowKey,
    ...(props.rowLabel ? { rowLabel: props.rowLabel } : {}),
    ...(props.onOpen ? { onOpen: props.onOpen } : {}),
    ...(props.onRowKey ? { onRowKey: props.onRowKey } : {}),
    ...(batch ? { selection: { keys: selected, onChange: setSelected } } : {}),
    empty: list.narrowed ? <NotFound list={list} looked={read.data?.looked} /> : props.empty,
  }

  return (
    <>
      {(props.search !== undefined || props.filters !== undefined || batch) && (
        <div className={styles.toolbar}>
          {props.search !== undefined && (
            <SearchBox value={list.input.key} onSearch={list.search} placeholder={props.search} />
          )}
          {props.filters}
          {batch && (
            <BatchBar count={keys.length} elsewhere={keys.filter((key) => !pageKeys.has(key)).length} onClear={clear}>
              {batch(keys, clear)}
            </BatchBar>
          )}
        </div>
      )}
      {read.error && read.data && <NotRefreshed error={read.error} onRetry={() => void read.refetch()} />}
      <div className={mergeClasses(styles.table, stale && styles.stale)} aria-busy={stale || isPastEnd}>
        {props.renderRows ? props.renderRows(table) : <DataTable {...table} />}
      </div>
      {read.data && (total > 0 || list.input.page > 1) && (
        <div className={styles.foot}>
          <Pager
            paging={list}
            total={total}
            atLeast={read.data.atLeast}
            looked={read.data.looked}
            settled={!stale}
            {...(props.sizes ? { sizes: props.sizes } : {})}
          />
          {list.narrowed && total > 0 && (
            <span className={styles.filtered} role="status">
              已按条件筛选，其他内容未显示
              <Button size="small" icon={<FilterDismissRegular />} onClick={list.reset}>
                清除筛选
              </Button>
            </span>
          )}
        </div>
      )}
    </>
  )
}

/** @param looked number of the newest rows that were searched, if not all */
function NotFound<F extends Filters>({ list, looked }: { list: ListState<F>; looked: number | undefined }) {
  const { key } = list.input
  const some =
    looked !== undefined && `只查找了最新的 ${looked} 条内容，未找到。请更换搜索词，或添加条件后查找更早的内容。`
  const text = some || (key ? `没有包含“${key}”的内容，请更换搜索词或放宽条件。` : '没有符合条件的内容，请放宽条件。')
  return <EmptyState title="没有找到" text={text} action={<Button onClick={list.reset}>清除条件</Button>} />
}

function NotRefreshed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <MessageBar intent="warning">
      <MessageBarBody>刷新失败，显示的是之前的内容：{toAppError(error).message}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onRetry}>
          重试
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}

interface BatchBarProps {
  /** How many rows are chosen, and how many of them are not on this page. */
  count: number
  elsewhere: number
  onClear: () => void
  /** BatchButtons. */
  children: ReactNode
}

/** The number of chosen rows and the batch actions. Always rendered, so that choosing a row does not move the table. */
function BatchBar({ count, elsewhere, onClear, children }: BatchBarProps) {
  const styles = useListStyles()
  const none = count === 0
  return (
    <div className={styles.batch} role="group" aria-label="批量操作">
      <Text className={mergeClasses(styles.count, !none && styles.chosen)} role="status">
        {none ? '未选择' : `已选 ${count} 项`}
        {elsewhere > 0 && `（${elsewhere} 项在其他页）`}
      </Text>
      <Tooltip content="取消选择" relationship="label">
        <Button
          className={mergeClasses(none && styles.hidden)}
          size="small"
          appearance="subtle"
          icon={<DismissRegular />}
          onClick={onClear}
        />
      </Tooltip>
      {children}
    </div>
  )
}
