import { parseStyle, withStyle } from '#shared/domain/htmlStyle.ts'

/** px per unit. */
const UNITS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, '': 1 }

/** A width in whole px; 0 when it is missing or relative. */
function pixels(width: string): number {
  const [, number = '', unit = ''] = /^([\d.]+)(px|pt)?$/.exec(width.trim()) ?? []
  return Math.round(Number(number) * (UNITS[unit] ?? 0)) || 0
}

function widthsOf(table: HTMLTableElement): number[] {
  return [...table.querySelectorAll<HTMLTableColElement>(':scope > colgroup > col, :scope > col')].flatMap((col) => {
    const width = parseStyle(col.getAttribute('style') ?? '').get('width') ?? col.getAttribute('width') ?? ''
    return Array.from({ length: Math.min(col.span, 200) }, () => pixels(width))
  })
}

/** Copies the widths of a table's <col> elements to its cells, where the editor keeps them. */
export function widthsToCells(table: HTMLTableElement): void {
  const widths = widthsOf(table)
  if (!widths.some(Boolean)) return
  /** For each column, the number of further rows that a cell from above covers. */
  const coveredRows: number[] = []
  for (const row of table.rows) {
    let at = 0
    for (const cell of row.cells) {
      while ((coveredRows[at] ?? 0) > 0) at += 1
      const cellWidths = widths.slice(at, at + cell.colSpan)
      if (cellWidths.length === cell.colSpan && cellWidths.every(Boolean))
        cell.setAttribute('colwidth', cellWidths.join(','))
      for (let i = 0; i < cell.colSpan; i += 1) coveredRows[at + i] = cell.rowSpan
      at += cell.colSpan
    }
    for (let i = 0; i < coveredRows.length; i += 1) coveredRows[i] = Math.max(0, (coveredRows[i] ?? 0) - 1)
  }
}

/** Copies the cells' widths to <col> elements, where pages read them. */
export function widthsToColumns(table: HTMLTableElement): void {
  const widths = [...(table.rows[0]?.cells ?? [])].flatMap((cell) => {
    const widths = (cell.getAttribute('colwidth') ?? '').split(',').map(Number)
    return Array.from({ length: cell.colSpan }, (_none, at) => widths[at] || 0)
  })
  if (!widths.some(Boolean)) return
  const group = table.ownerDocument.createElement('colgroup')
  for (const width of widths) {
    const col = group.appendChild(table.ownerDocument.createElement('col'))
    if (width) col.setAttribute('style', `width: ${width}px`)
  }
  const caption = table.querySelector(':scope > caption')
  if (caption) caption.after(group)
  else table.prepend(group)
  const style = table.getAttribute('style') ?? ''
  if (!parseStyle(style).has('width') && !table.hasAttribute('width') && widths.every(Boolean))
    table.setAttribute('style', withStyle(style, { width: `${widths.reduce((sum, each) => sum + each, 0)}px` }))
}
