import { useEffect, useRef } from 'react'
import { isFree } from '../focus/focus.ts'
import type { RowKey } from './types.ts'
import { useLatest } from './useLatest.ts'

/**
 * When the focused row disappears (deleted, also by somebody else), focuses the row that takes its position. Does
 * nothing after a change of page, or when the focus is elsewhere by then.
 * @param keys of the visible rows, in order
 * @returns call it with the index of a row that got the focus
 */
export function useStableFocus(keys: readonly RowKey[], go: (index: number) => void): (index: number) => void {
  const last = useRef<{ key: RowKey; index: number; others: ReadonlySet<RowKey> } | null>(null)
  const page = keys.join('\n')
  const look = useLatest(() => {
    const was = last.current
    if (!was || keys.length === 0) return
    const index = keys.indexOf(was.key)
    last.current = index < 0 ? null : { ...was, index, others: new Set(keys) }
    const same = was.others.size === 1 || keys.some((key) => was.others.has(key))
    // Deferred by a frame: focusing may render the row with flushSync, which must not be called in an effect.
    if (index < 0 && same) requestAnimationFrame(() => isFree() && go(Math.min(was.index, keys.length - 1)))
  })
  useEffect(() => {
    look()
  }, [page, look])
  return useLatest((index: number) => {
    const key = keys[index]
    if (key !== undefined) last.current = { key, index, others: new Set(keys) }
  })
}
