import { observeElementOffset, observeElementRect, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { HEAD_HEIGHT, ROW_HEIGHT } from './tableStyles.ts'
import { useLatest } from './useLatest.ts'

/** Height that is rendered outside of the view on either side. */
const OVERSCAN_PX = 6 * ROW_HEIGHT

const nothing = (): void => undefined

/**
 * The rows of a long list to render: those in view and a few more. Rows are `pitch` px high, below a head of `head` px.
 * @param before runs before other rows are rendered, while the old ones are still there
 */
export function useRowWindow(
  count: number,
  before: () => void = nothing,
  head = HEAD_HEIGHT,
  pitch = ROW_HEIGHT,
): {
  /** Ref of the box that scrolls. */
  scroller: RefObject<HTMLDivElement | null>
  range: { from: number; to: number }
  scrollTo: (index: number) => void
} {
  const scroller = useRef<HTMLDivElement>(null)
  const [initialRect] = useState(() => ({ width: 0, height: window.innerHeight }))
  const beforeOthers = useLatest(before)
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => pitch,
    overscan: Math.ceil(OVERSCAN_PX / pitch),
    scrollPaddingStart: head,
    initialRect,
    // A hidden page tab has no size; the rows that were shown stay.
    observeElementRect: (instance, notify) =>
      observeElementRect(instance, (rect) => {
        if (rect.height > 0) notify(rect)
      }),
    observeElementOffset: (instance, notify) =>
      observeElementOffset(instance, (offset, isScrolling) => {
        beforeOthers()
        notify(offset, isScrolling)
      }),
  })
  const items = virtual.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1]
  const range = useMemo(() => ({ from, to }), [from, to])
  const scrollTo = useCallback((index: number) => virtual.scrollToIndex(index), [virtual])
  return { scroller, range, scrollTo }
}
