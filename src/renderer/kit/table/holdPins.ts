/** Widths of the title cells before this one: where it stands when nothing is scrolled, px. */
function placeOf(title: Element): number {
  let place = 0
  for (let each = title.previousElementSibling; each; each = each.previousElementSibling)
    place += each.getBoundingClientRect().width
  return place
}

/**
 * Keeps the columns `[data-pin]` of the table in a box in sight. While it scrolls sideways (`data-sideways`) their cells
 * are sticky; at rest they are only shifted (`--shift-…` of the table), because every sticky cell is a layer of its own,
 * and hundreds of layers make scrolling up and down slow. `data-before` and `data-after` say where there is more.
 * @returns how to stop
 */
export function holdPins(box: HTMLElement): () => void {
  const table = box.querySelector('table')
  if (!table) return () => undefined
  let held = Number.NaN

  const settle = (): void => {
    const { scrollLeft, clientWidth } = box
    held = scrollLeft
    const start = table.querySelector('th[data-pin=start]')
    const end = table.querySelector('th[data-pin=end]')
    const ticks = table.querySelector('th[data-pin=ticks]')?.getBoundingClientRect().width ?? 0
    const shifts = {
      ticks: scrollLeft,
      start: start ? Math.max(0, scrollLeft + ticks - placeOf(start)) : 0,
      end: end ? Math.min(0, scrollLeft + clientWidth - placeOf(end) - end.getBoundingClientRect().width) : 0,
    }
    for (const [pin, shift] of Object.entries(shifts)) table.style.setProperty(`--shift-${pin}`, `${shift}px`)
    box.toggleAttribute('data-before', scrollLeft > 0)
    box.toggleAttribute('data-after', box.scrollWidth - clientWidth - scrollLeft > 1)
    box.removeAttribute('data-sideways')
  }
  const follow = (): void => {
    if (box.scrollLeft === held) return
    held = Number.NaN
    box.setAttribute('data-sideways', '')
  }
  const settleAfter = (): void => {
    if (box.hasAttribute('data-sideways')) settle()
  }
  const sizes = new ResizeObserver(settle)
  sizes.observe(box)
  sizes.observe(table)
  box.addEventListener('scroll', follow, { passive: true })
  box.addEventListener('scrollend', settleAfter)
  settle()
  return () => {
    sizes.disconnect()
    box.removeEventListener('scroll', follow)
    box.removeEventListener('scrollend', settleAfter)
  }
}
