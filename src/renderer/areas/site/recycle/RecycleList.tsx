import { BinRecycleRegular, ArrowUndoRegular } from '@fluentui/react-icons'
import { missingIds } from '#renderer/data/missingIds.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListBody, type ListBodyProps, type ListRead } from '#renderer/ui/list/ListBody.tsx'
import type { Filters } from '#renderer/ui/list/listQuery.ts'
import type { ListState } from '#renderer/ui/list/useListState.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { type DeletionInfo, deletionColumns } from './columns.tsx'

/** Ids of the rows that the server reports as missing. */
function missingRowIds(error: unknown): ReadonlySet<number> {
  return new Set(missingIds(error))
}

interface Props<Row, F extends Filters> extends Pick<ListBodyProps<Row, number, F>, 'search' | 'filters'> {
  /** Noun for the objects: 站点, 栏目 or 模板. */
  kind: string
  list: ListState<F>
  read: ListRead<Row>
  /** The first columns; the common ones follow. */
  columns: readonly TableColumn<Row>[]
  /** How the row was deleted. */
  deleted: (row: Row) => DeletionInfo
  rowLabel: (row: Row) => string
  /** Restores all rows or none. */
  restore: (ids: readonly number[]) => Promise<unknown>
  busy: boolean
}

/** Deleted objects of one kind, with who deleted them, when, and until when they are kept. Restores one or many. */
export function RecycleList<Row extends { id: number }, F extends Filters>(props: Props<Row, F>) {
  const { kind, list, read, columns, deleted, rowLabel, restore, busy } = props
  const all = [...columns, ...deletionColumns({ deleted, rowLabel, busy, restore: (row: Row) => restore([row.id]) })]
  return (
    <ListBody
      label={`已删除的${kind}`}
      list={list}
      read={read}
      columns={all}
      rowKey={(row: Row) => row.id}
      rowLabel={rowLabel}
      {...(props.search === undefined ? {} : { search: props.search })}
      {...(props.filters === undefined ? {} : { filters: props.filters })}
      batch={(keys: readonly number[], clear) => (
        <BatchButton
          keys={keys}
          title="批量还原"
          icon={ArrowUndoRegular}
          busy={busy}
          onRun={(ids) =>
            // useWrite has shown the error; rows that still exist stay selected for a retry.
            void restore(ids).then(clear, (error: unknown) => {
              const gone = missingRowIds(error)
              list.setSelected(new Set(ids.filter((id) => !gone.has(id))))
            })
          }
        />
      )}
      empty={
        <EmptyState
          icon={BinRecycleRegular}
          title={`没有已删除的${kind}`}
          text={`删除的${kind}保留 30 天，期间可以还原`}
        />
      }
    />
  )
}
