import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, useRef, useState } from 'react'
import { UPLOAD_ROW_HEIGHT } from './UploadRow.tsx'

/** The rows of a list of uploads to render: those in view, the focused one (which would lose the focus) and `kept`. */
export function useUploadRows(ids: readonly string[], kept = '') {
  const scroller = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState('')
  const rangeExtractor = (range: Range): number[] => {
    const also = [ids.indexOf(kept), ids.indexOf(focused)].filter((at) => at >= 0)
    return [...new Set([...defaultRangeExtractor(range), ...also])].toSorted((a, b) => a - b)
  }
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => UPLOAD_ROW_HEIGHT,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 6,
    rangeExtractor,
  })
  const onFocus = ({ target }: FocusEvent): void =>
    setFocused(target.closest<HTMLElement>('li[data-upload]')?.dataset['upload'] ?? '')
  return { scroller, rows: virtual.getVirtualItems(), height: virtual.getTotalSize(), onFocus }
}
