import { type KeyboardEvent, type RefObject, useCallback, useState } from 'react'
import { isFocusLost } from '../focus/focus.ts'

const target = (key: string, at: number, last: number): number | undefined => {
  if (key === 'ArrowDown') return Math.min(at + 1, last)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'PageDown') return Math.min(at + 10, last)
  if (key === 'PageUp') return Math.max(at - 10, 0)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return undefined
}

/**
 * Roving focus: one row is a tab stop, arrow keys move between the rows.
 * @param scrollTo brings a row into view that may not be rendered yet
 */
export function useRowFocus(
  body: RefObject<HTMLElement | null>,
  count: number,
  scrollTo: (index: number) => void,
): {
  current: number
  setCurrent: (index: number) => void
  /** Brings a row into view and gives it the focus. */
  go: (index: number) => void
  /** Handles a key that moves between rows; returns whether it was one. */
  move: (event: KeyboardEvent, index: number) => boolean
} {
  const [current, setCurrent] = useState(0)

  const go = useCallback(
    (index: number): void => {
      setCurrent(index)
      scrollTo(index)
      const row = (): HTMLElement | null | undefined => body.current?.querySelector(`[data-row="${index}"]`)
      const rendered = row()
      // At once, because the next key is meant for this row.
      if (rendered) return rendered.focus()
      // A dialog that was opened meanwhile keeps the focus.
      requestAnimationFrame(() => {
        if (isFocusLost() || body.current?.contains(document.activeElement)) row()?.focus()
      })
    },
    [body, scrollTo],
  )

  const move = useCallback(
    (event: KeyboardEvent, index: number): boolean => {
      const next = target(event.key, index, count - 1)
      if (next === undefined) return false
      event.preventDefault()
      go(next)
      return true
    },
    [count, go],
  )
  return { current: Math.min(current, Math.max(count - 1, 0)), setCurrent, go, move }
}
