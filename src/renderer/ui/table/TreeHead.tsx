import { mergeClasses } from '@fluentui/react-components'
import { useTableStyles } from './tableStyles.ts'
import { Tick } from './Tick.tsx'
import { useTreeStyles } from './treeStyles.ts'
import type { Tick as TickState } from './treeTicks.ts'
import type { TableColumn } from './types.ts'

interface Props<Row> {
  columns: readonly TableColumn<Row>[]
  /** undefined: rows can't be selected. */
  tick: TickState | undefined
  onTickAll: () => void
}

/** The column titles, which stay while the rows scroll. */
export function TreeHead<Row>({ columns, tick, onTickAll }: Props<Row>) {
  const table = useTableStyles()
  const styles = useTreeStyles()
  return (
    <div role="rowgroup" className={styles.headRow}>
      <div role="row" aria-rowindex={1} style={{ display: 'contents' }}>
        {tick !== undefined && (
          <div role="columnheader" className={mergeClasses(table.head, styles.headCell, styles.check)}>
            <Tick state={tick} label="全选" onToggle={onTickAll} />
          </div>
        )}
        {columns.map(({ key, title, pin, align = 'start' }) => (
          <div
            key={key}
            role="columnheader"
            className={mergeClasses(table.head, styles.headCell, styles[align], pin === 'start' && styles.pinnedHead)}
          >
            {title}
          </div>
        ))}
      </div>
    </div>
  )
}
