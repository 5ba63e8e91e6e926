import type { TableColumn } from './types.ts'

type Pin = 'ticks' | NonNullable<TableColumn<never>['pin']>

/** Once a table has not been scrolled sideways for so long, its cells are shifted again, ms. */
const REST = 400

/** Widths of the title cells before this one: where it stands when nothing is scrolled, px. */
function placeOf(title: Element): number {
  let place = 0
  for (let each = title.previousElementSibling; each; each = each.previousElementSibling)
    place += each.getBoundingClientRect().width
  return place
}

/** How far the cells of each pinned column stand from their place, px. */
function shiftsOf(box: HTMLElement, table: HTMLTableElement): Record<Pin, number> {
  const { scrollLeft, clientWidth } = box
  const title = (pin: Pin) => table.querySelector(`th[data-pin=${pin}]`)
  const [start, end] = [title('start'), title('end')]
  const ticks = title('ticks')?.getBoundingClientRect().width ?? 0
  return {
    ticks: scrollLeft,
    start: start ? Math.max(0, scrollLeft + ticks - placeOf(start)) : 0,
    end: end ? Math.min(0, scrollLeft + clientWidth - placeOf(end) - end.getBoundingClientRect().width) : 0,
  }
}

/**
 * Keeps the cells `td[data-pin]` of the table in a box in sight. While it scrolls sideways (`data-sideways`) they are
 * sticky; at rest they are only shifted, because every sticky cell is a layer of its own, and hundreds of layers make
 * scrolling up and down slow. `data-before` and `data-after` say where there is more.
 * @returns how to stop
 */
export function pinnedColumns(box: HTMLElement): () => void {
  const table = box.querySelector('table')
  const body = table?.tBodies[0]
  if (!table || !body) return () => undefined
  let held = Number.NaN
  let rest: ReturnType<typeof setTimeout> | undefined
  let shifts: Record<Pin, number> = { ticks: 0, start: 0, end: 0 }

  const mark = (): void => {
    const { scrollLeft, clientWidth, scrollWidth } = box
    box.toggleAttribute('data-before', scrollLeft > 0)
    box.toggleAttribute('data-after', scrollWidth - clientWidth - scrollLeft > 1)
  }
  const shift = (cells: Iterable<HTMLElement>): void => {
    for (const cell of cells) {
      const px = shifts[cell.dataset['pin'] as Pin]
      // On the cell itself: what a table hands down is computed for everything in it.
      cell.style.insetInlineStart = px === 0 ? '' : `${px}px`
    }
  }
  const settle = (): void => {
    clearTimeout(rest)
    held = box.scrollLeft
    shifts = shiftsOf(box, table)
    shift(body.querySelectorAll<HTMLElement>('td[data-pin]'))
    box.removeAttribute('data-sideways')
    mark()
  }
  const follow = (): void => {
    if (box.scrollLeft === held) return
    held = Number.NaN
    clearTimeout(rest)
    // Asks where it stands, so before the cells change.
    mark()
    box.setAttribute('data-sideways', '')
  }
  const settleSoon = (): void => {
    clearTimeout(rest)
    if (box.hasAttribute('data-sideways')) rest = setTimeout(settle, REST)
  }
  const sizes = new ResizeObserver(settle)
  sizes.observe(box)
  sizes.observe(table)
  const rows = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const row of addedNodes)
        if (row instanceof HTMLElement) shift(row.querySelectorAll<HTMLElement>('td[data-pin]'))
  })
  rows.observe(body, { childList: true })
  box.addEventListener('scroll', follow, { passive: true })
  box.addEventListener('scrollend', settleSoon)
  settle()
  return () => {
    clearTimeout(rest)
    sizes.disconnect()
    rows.disconnect()
    box.removeEventListener('scroll', follow)
    box.removeEventListener('scrollend', settleSoon)
  }
}
