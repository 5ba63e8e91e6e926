import type { KeyboardEvent } from 'react'

/** Number of options in the first line. */
function countColumns(options: readonly HTMLElement[]): number {
  const top = options[0]?.offsetTop ?? 0
  const next = options.findIndex((option) => option.offsetTop !== top)
  return next < 0 ? Math.max(1, options.length) : next
}

/**
 * The index that an arrow key, Home or End leads to among `count` options in lines of `columns`; undefined for other
 * keys.
 */
export function stepFrom(key: string, at: number, count: number, columns: number): number | undefined {
  const ends: Record<string, number> = { Home: 0, End: count - 1 }
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }
  const step = steps[key]
  const to = step === undefined ? ends[key] : at + step
  return to === undefined || to < 0 || to >= count ? undefined : to
}

/** The same for options that are all in the DOM. */
export function nextOption(event: KeyboardEvent, options: readonly HTMLElement[]): number | undefined {
  const at = options.findIndex((option) => option === document.activeElement)
  return at < 0 ? undefined : stepFrom(event.key, at, options.length, countColumns(options))
}
