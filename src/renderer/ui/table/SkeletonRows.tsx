import { Skeleton, SkeletonItem } from '@fluentui/react-components'
import { useTableStyles } from './tableStyles.ts'

/** Grey placeholder rows while loading. */
export function SkeletonRows({ columns, rows = 6 }: { columns: number; rows?: number }) {
  const styles = useTableStyles()
  return Array.from({ length: rows }, (_row, y) => (
    <tr key={y}>
      {Array.from({ length: columns }, (_cell, x) => (
        <td key={x} className={styles.cell}>
          <Skeleton aria-label="正在加载">
            <SkeletonItem className={styles.skeleton} />
          </Skeleton>
        </td>
      ))}
    </tr>
  ))
}
