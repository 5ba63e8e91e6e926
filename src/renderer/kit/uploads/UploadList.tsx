import { makeStyles, mergeClasses } from '@fluentui/react-components'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { UPLOAD_ROW_HEIGHT, UploadRow } from './UploadRow.tsx'

const useStyles = makeStyles({
  scroller: { overflow: 'auto', minHeight: 0 },
  list: { position: 'relative', listStyleType: 'none', margin: 0, padding: 0 },
  item: { position: 'absolute', insetInline: 0, top: 0 },
})

interface Props {
  /** Which uploads, in this order: an uploader's `ids`, or `useUploadOrder()`. */
  ids: readonly string[]
  /** Name of the list. */
  label?: string
  /** Gives it its height: long lists draw only what is in view. */
  className?: string
}

/** Uploads with their progress, and pause, resume, retry and cancel for each. */
export function UploadList({ ids, label = '上传列表', className }: Props) {
  const styles = useStyles()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => UPLOAD_ROW_HEIGHT,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 6,
  })
  return (
    // The rows' buttons take the focus; without them (none is in view) the list itself scrolls.
    <div ref={scroller} className={mergeClasses(styles.scroller, className)}>
      <ul className={styles.list} aria-label={label} style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            className={styles.item}
            style={{ transform: `translateY(${start}px)` }}
            aria-setsize={ids.length}
            aria-posinset={index + 1}
          >
            <UploadRow id={String(key)} />
          </li>
        ))}
      </ul>
    </div>
  )
}
