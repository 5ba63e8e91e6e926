import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { HEAD_HEIGHT, ROW_HEIGHT } from './tableStyles.ts'

/** Drawn beyond the view on either side, px: scrolling draws again each time that so much has passed. */
const BEYOND = 6 * ROW_HEIGHT

interface Range {
  from: number
  to: number
}

const nothing = (): void => undefined

const firstGuess = (pitch: number): Range => ({ from: 0, to: Math.ceil(window.innerHeight / pitch) })

/** What a scrolled box shows; null while it is not on the page (a page tab behind). */
function inView(box: HTMLElement, head: number, pitch: number): Range | null {
  const height = box.clientHeight - head
  if (height <= 0) return null
  return { from: Math.floor(box.scrollTop / pitch), to: Math.ceil((box.scrollTop + height) / pitch) }
}

/**
 * The rows of a long list that are drawn: those in view and a few more. From one row to the next it is `pitch` pixels for
 * all, and they stand below a head of `head` pixels.
 * @param before runs before other rows are drawn, as long as the old ones are still there.
 */
export function useRowWindow(
  count: number,
  before: () => void = nothing,
  head = HEAD_HEIGHT,
  pitch = ROW_HEIGHT,
): {
  /** For the box that scrolls. */
  scroller: RefObject<HTMLDivElement | null>
  range: Range
  onScroll: () => void
  scrollTo: (index: number) => void
} {
  const scroller = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState(() => firstGuess(pitch))
  const drawn = useRef(range)
  const place = useRef(0)

  const measure = useCallback((): boolean => {
    const seen = scroller.current && inView(scroller.current, head, pitch)
    if (!seen || (seen.from >= drawn.current.from && seen.to <= drawn.current.to)) return false
    const beyond = Math.ceil(BEYOND / pitch)
    drawn.current = { from: Math.max(seen.from - beyond, 0), to: seen.to + beyond }
    return true
  }, [head, pitch])

  const onScroll = useCallback((): void => {
    if (scroller.current?.clientHeight) place.current = scroller.current.scrollTop
    if (!measure()) return
    // In the same frame as the scrolling, or the rows come late and the table flashes.
    flushSync(() => {
      before()
      setRange(drawn.current)
    })
  }, [measure, before])

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    // A page tab that comes back to the front stands where it was.
    if (place.current > 0 && box.scrollTop === 0) box.scrollTop = place.current
    const update = (): void => {
      if (measure()) setRange(drawn.current)
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(box)
    return () => observer.disconnect()
  }, [measure, count])

  const scrollTo = useCallback(
    (index: number): void => {
      const box = scroller.current
      if (!box) return
      const top = index * pitch
      const room = box.clientHeight - head - pitch
      if (top < box.scrollTop) box.scrollTop = top
      else if (top > box.scrollTop + room) box.scrollTop = top - room
      onScroll()
    },
    [onScroll, head, pitch],
  )
  return { scroller, range, onScroll, scrollTo }
}
