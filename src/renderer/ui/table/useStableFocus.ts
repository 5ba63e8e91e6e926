import { useEffect, useRef } from 'react'
import { isFocusLost } from '../focus/focus.ts'
import type { RowKey } from './types.ts'
import { useLatest } from './useLatest.ts'

/**
 * When the focused row disappears (deleted, also by another person), focuses the row that is then at its position. Does
 * nothing after a change of page, or when the focus is elsewhere.
 * @param keys of the visible rows, in order
 * @returns call it with the index of a row that got the focus
 */
export function useStableFocus(keys: readonly RowKey[], go: (index: number) => void): (index: number) => void {
  const last = useRef<{ key: RowKey; index: number; others: ReadonlySet<RowKey> } | null>(null)
  const page = keys.join('\n')
  const checkRows = useLatest(() => {
    const previous = last.current
    if (!previous || keys.length === 0) return
    const index = keys.indexOf(previous.key)
    last.current = index < 0 ? null : { ...previous, index, others: new Set(keys) }
    const same = previous.others.size === 1 || keys.some((key) => previous.others.has(key))
    // Deferred by a frame: focusing may render the row with flushSync, which must not be called in an effect.
    if (index < 0 && same) requestAnimationFrame(() => isFocusLost() && go(Math.min(previous.index, keys.length - 1)))
  })
  useEffect(() => {
    checkRows()
  }, [page, checkRows])
  return useLatest((index: number) => {
    const key = keys[index]
    if (key !== undefined) last.current = { key, index, others: new Set(keys) }
  })
}
