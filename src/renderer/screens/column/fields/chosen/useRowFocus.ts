import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Focuses rows by their field's name, after they were drawn in their new places. */
export function useRowFocus(list: RefObject<HTMLElement | null>): (name: string) => void {
  const [wanted, setWanted] = useState({ name: '', time: 0 })
  useEffect(() => {
    if (wanted.name === '') return
    const row = list.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(wanted.name)}"]`)
    row?.focus()
  }, [list, wanted])
  const last = useRef(0)
  return useCallback((name: string) => setWanted({ name, time: (last.current += 1) }), [])
}
