import { useLayoutEffect, useState } from 'react'
import { useRowWindow } from '#renderer/ui/table/useRowWindow.ts'
import { CARD_HEIGHT, GAP, LEAST_WIDTH } from './gridStyles.ts'

/** Larger pages draw only what is in view. */
const DRAW_ALL_UP_TO = 200
const NO_HEAD = 0

/** How many cards stand side by side in a box. */
const columnsIn = (box: HTMLElement): number => Math.max(1, Math.floor((box.clientWidth - GAP) / (LEAST_WIDTH + GAP)))

/**
 * Which of so many cards are drawn: those in view, and wherever it is, the one that can be reached with Tab, which may
 * have the focus.
 */
export function useCardWindow(count: number, reachable: number) {
  const [columns, setColumns] = useState(1)
  const { scroller, range, onScroll } = useRowWindow(Math.ceil(count / columns), undefined, NO_HEAD, CARD_HEIGHT + GAP)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const measure = (): void => {
      // A page tab behind has no width.
      if (box.clientWidth > 0) setColumns(columnsIn(box))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller, count])

  const long = count > DRAW_ALL_UP_TO
  const from = long ? Math.min(range.from * columns, count) : 0
  const to = long ? Math.min(range.to * columns, count) : count
  const inView = Array.from({ length: to - from }, (_none, step) => from + step)
  const before = reachable < from ? [reachable] : []
  const after = reachable >= to && reachable < count ? [reachable] : []
  return { scroller, onScroll, columns, drawn: [...before, ...inView, ...after] }
}
