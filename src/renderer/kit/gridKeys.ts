import type { KeyboardEvent } from 'react'

/** How many options stand in the first line. */
function columnsOf(options: readonly HTMLElement[]): number {
  const top = options[0]?.offsetTop ?? 0
  const next = options.findIndex((option) => option.offsetTop !== top)
  return next < 0 ? Math.max(1, options.length) : next
}

/** Arrow keys, Home and End in a grid of options: answers the place to go to, undefined for another key. */
export function nextPlace(event: KeyboardEvent, options: readonly HTMLElement[]): number | undefined {
  const at = options.findIndex((option) => option === document.activeElement)
  if (at < 0) return undefined
  const columns = columnsOf(options)
  const ends: Record<string, number> = { Home: 0, End: options.length - 1 }
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }
  const step = steps[event.key]
  const to = step === undefined ? ends[event.key] : at + step
  return to === undefined || to < 0 || to >= options.length ? undefined : to
}
