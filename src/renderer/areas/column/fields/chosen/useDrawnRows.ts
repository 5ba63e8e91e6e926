import { type FocusEvent, useMemo, useState } from 'react'
import { useRowWindow } from '#renderer/ui/table/useRowWindow.ts'

const NO_HEAD = 0
const nameOf = (row: Element | null): string => row?.querySelector<HTMLElement>('[data-field]')?.dataset['field'] ?? ''

/**
 * Which of the chosen fields are drawn: those in view, and wherever they are, those of `kept` and the one that has the
 * focus, which would be lost with its row.
 * @returns places in `names` in their order, and what the box and the list need.
 */
export function useDrawnRows(names: readonly string[], kept: readonly string[]) {
  const { scroller, range, onScroll } = useRowWindow(names.length, undefined, NO_HEAD)
  const [focused, setFocused] = useState('')
  const also = [...kept, focused].map((name) => names.indexOf(name)).filter((at) => at >= 0)
  const joined = also.join()
  const places = useMemo(() => {
    const from = Math.min(range.from, names.length)
    const to = Math.min(range.to, names.length)
    const inView = Array.from({ length: Math.max(to - from, 0) }, (_none, step) => from + step)
    const others = joined === '' ? [] : joined.split(',').map(Number)
    return [...new Set([...inView, ...others])].toSorted((a, b) => a - b)
  }, [names, range, joined])
  const onFocus = ({ target }: FocusEvent): void => setFocused(nameOf(target.closest('li')))
  return { scroller, places, onScroll, onFocus }
}
