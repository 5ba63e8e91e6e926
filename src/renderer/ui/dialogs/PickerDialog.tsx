import { Button, makeStyles, Tag, Text, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { SearchBox } from '../fields/SearchBox.tsx'
import { DataTable } from '../table/DataTable.tsx'
import { Pager } from '../table/Pager.tsx'
import type { RowKey, TableColumn, TableRead } from '../table/types.ts'
import type { Paging } from '../table/usePaging.ts'
import { PanelDialog } from './PanelDialog.tsx'
import { type Picked, usePicked } from './usePicked.ts'

const useStyles = makeStyles({
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  table: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: '160px' },
  chosen: {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalS,
    flexShrink: 0,
  },
  tags: {
    display: 'flex',
    minWidth: 0,
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    maxHeight: '84px',
    overflowY: 'auto',
  },
  tag: { maxWidth: '240px' },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  clear: { flexShrink: 0, whiteSpace: 'nowrap' },
  muted: { color: tokens.colorNeutralForeground3 },
})

/** Chosen rows beyond this number are only counted, not named. */
const MAX_TAGS = 100

interface Props<Row, Key extends RowKey> {
  title: string
  /** usePaging(10), or a list's state. */
  paging: Paging
  /** The read of that page: `useRead(name, paging.input, {quiet: true, keepPrevious: true})`. */
  read: TableRead & { data: { content: readonly Row[]; totalElements: number } | undefined }
  columns: readonly TableColumn<Row>[]
  rowKey: (row: Row) => Key
  rowLabel: (row: Row) => string
  /** false (default): one row, a double-click confirms it. true: any number, over all pages. */
  many?: boolean
  /** Rows that are chosen at first. */
  chosen?: readonly Picked<Key, Row>[]
  /** Placeholder of the search; none without it. */
  search?: string
  /** Controls beside the search. */
  filters?: ReactNode
  empty?: ReactNode
  confirmText?: string
  /** Whether an empty choice can be confirmed. */
  optional?: boolean
  /** The owner then closes the dialog. */
  onConfirm: (picked: readonly Picked<Key, Row>[]) => void
  busy?: boolean
  onClose: () => void
}

/** Chooses one or many rows of a paged list. */
export function PickerDialog<Row, Key extends RowKey>(props: Props<Row, Key>) {
  const { paging, read, rowKey, rowLabel, many = false, optional = false, busy = false, onConfirm, onClose } = props
  const styles = useStyles()
  const rows = read.data?.content
  const choice = usePicked({ rows, rowKey, rowLabel, start: props.chosen ?? [], many })
  const { picked } = choice

  return (
    <PanelDialog
      title={props.title}
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            appearance="primary"
            disabledFocusable={busy || (!optional && picked.length === 0)}
            onClick={() => onConfirm(picked)}
          >
            {props.confirmText ?? '确定'}
          </Button>
        </>
      }
    >
      {(props.search !== undefined || props.filters) && (
        <div className={styles.head}>
          {props.search !== undefined && (
            <SearchBox value={paging.input.key} onSearch={paging.search} placeholder={props.search} />
          )}
          {props.filters}
        </div>
      )}
      <div className={styles.table}>
        <DataTable
          label={props.title}
          columns={props.columns}
          rows={rows}
          read={read}
          rowKey={rowKey}
          rowLabel={rowLabel}
          selection={{ keys: choice.keys, onChange: choice.choose }}
          {...(many ? {} : { onOpen: (row: Row) => onConfirm([choice.only(row)]) })}
          empty={props.empty}
        />
      </div>
      {read.data && <Pager paging={paging} total={read.data.totalElements} />}
      <div className={styles.chosen}>
        <div className={styles.tags} role="group" aria-label="已选择">
          <Text className={styles.muted}>已选 {picked.length} 项</Text>
          {picked.slice(0, MAX_TAGS).map(({ key, label }) => (
            <Tag
              key={key}
              className={styles.tag}
              size="small"
              dismissible
              title={label}
              primaryText={{ className: styles.text }}
              aria-label={`移除 ${label}`}
              onClick={() => choice.drop(key)}
            >
              {label}
            </Tag>
          ))}
          {picked.length > MAX_TAGS && <Text className={styles.muted}>等</Text>}
        </div>
        {picked.length > 1 && (
          <Button size="small" appearance="subtle" className={styles.clear} onClick={choice.clear}>
            全部取消
          </Button>
        )}
      </div>
    </PanelDialog>
  )
}
