import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const rowOf = (list: RefObject<HTMLElement | null>, name: string): HTMLElement | null | undefined =>
  list.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)

/**
 * Keeps the current field in view, however it became that, and answers a function that focuses a row by its field's name
 * once the rows are drawn in their new places.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, current: string): (name: string) => void {
  const [wanted, setWanted] = useState({ name: '', time: 0 })
  useEffect(() => {
    if (wanted.name !== '') rowOf(list, wanted.name)?.focus()
  }, [list, wanted])
  useEffect(() => {
    rowOf(list, current)?.scrollIntoView({ block: 'nearest' })
  }, [list, current])
  const last = useRef(0)
  return useCallback((name: string) => setWanted({ name, time: (last.current += 1) }), [])
}
