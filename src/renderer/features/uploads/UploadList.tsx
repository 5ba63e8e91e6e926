import { makeStyles, mergeClasses } from '@fluentui/react-components'
import { StagingRows } from './StagingRows.tsx'
import { UploadRow } from './UploadRow.tsx'
import { useUploadRows } from './useUploadRows.ts'

const useStyles = makeStyles({
  scroller: { overflow: 'auto', minHeight: 0 },
  list: { position: 'relative', listStyleType: 'none', margin: 0, padding: 0 },
  item: { position: 'absolute', insetInline: 0 },
})

interface Props {
  /** Which uploads, in this order: an uploader's `ids`. */
  ids: readonly string[]
  /** Name of the list. */
  label?: string
  /** Must set the height: long lists render only their visible rows. */
  className?: string
}

/** Uploads with their progress, files that this tab is still sending, and pause, resume, retry and cancel for each. */
export function UploadList({ ids, label = '上传列表', className }: Props) {
  const styles = useStyles()
  const { scroller, rows, height, onFocus } = useUploadRows(ids)
  return (
    <>
      <StagingRows />
      <div ref={scroller} className={mergeClasses(styles.scroller, className)} onFocus={onFocus}>
        <ul className={styles.list} aria-label={label} style={{ height: `${height}px` }}>
          {rows.map(({ key, index, start }) => (
            <li
              key={key}
              data-upload={key}
              className={styles.item}
              style={{ top: `${start}px` }}
              aria-setsize={ids.length}
              aria-posinset={index + 1}
            >
              <UploadRow id={String(key)} />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
