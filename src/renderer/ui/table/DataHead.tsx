import { mergeClasses } from '@fluentui/react-components'
import { usePinHeadStyles } from './pinStyles.ts'
import { SelectAll } from './SelectAll.tsx'
import { useTableStyles } from './tableStyles.ts'
import type { RowKey, Selection, TableColumn } from './types.ts'

interface Props<Row> {
  columns: readonly TableColumn<Row>[]
  /** Of the rows that are shown. */
  keys: readonly RowKey[]
  selection: Selection | undefined
  /** Do some of the columns stay in sight? */
  pinned: boolean
}

/** The header row, which stays while the rows scroll. */
export function DataHead<Row>({ columns, keys, selection, pinned }: Props<Row>) {
  const styles = useTableStyles()
  const pins = usePinHeadStyles()
  return (
    <thead>
      <tr>
        {selection && (
          <th className={mergeClasses(styles.head, styles.check, pinned && pins.ticks)} scope="col">
            <SelectAll keys={keys} selection={selection} />
          </th>
        )}
        {columns.map(({ key, title, width, align = 'start', pin }) => (
          <th
            key={key}
            scope="col"
            className={mergeClasses(styles.head, pin && pins[pin])}
            style={{ width, textAlign: align }}
            title={title}
          >
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}
