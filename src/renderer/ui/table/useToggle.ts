import { useEffect, useRef } from 'react'
import type { RowKey, Selection } from './types.ts'

/** The selection after a click on `key`; with Shift the range from the last clicked row gets that row's state. */
function toggleRows(
  keys: readonly RowKey[],
  chosen: ReadonlySet<RowKey>,
  key: RowKey,
  from: RowKey | null,
): ReadonlySet<RowKey> {
  const next = new Set(chosen)
  const [first, last] = [from === null ? -1 : keys.indexOf(from), keys.indexOf(key)]
  if (first < 0 || last < 0 || first === last) {
    if (!next.delete(key)) next.add(key)
    return next
  }
  const on = from !== null && chosen.has(from)
  for (const each of keys.slice(Math.min(first, last), Math.max(first, last) + 1)) {
    if (on) next.add(each)
    else next.delete(each)
  }
  return next
}

/**
 * Selects rows one by one, or with Shift a range.
 * @param keys of the visible rows, in order
 */
export function useToggle(
  keys: readonly RowKey[],
  selection: Selection | undefined,
): (key: RowKey, shift: boolean) => void {
  const last = useRef<RowKey | null>(null)
  const page = keys.join('\n')
  useEffect(() => {
    last.current = null
  }, [page])
  return (key, shift) => {
    selection?.onChange(toggleRows(keys, selection.keys, key, shift ? last.current : null))
    last.current = key
  }
}
