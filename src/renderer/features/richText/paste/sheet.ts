import { parseStyle, formatStyle, parseRawStyle } from '#shared/domain/htmlStyle.ts'
import { PAPER } from '#renderer/ui/layout/paper.ts'

const BORDER = `1px solid ${PAPER.line}`

/** Rules for single classes in the page's style elements (inertPage: `xmp`): the cell styles of spreadsheets. */
function classRules(page: Document): Map<string, string> {
  const rules = new Map<string, string>()
  for (const sheet of page.querySelectorAll('xmp')) {
    const text = (sheet.textContent ?? '').replace(/<!--|-->|\/\*[^]*?\*\//g, '')
    for (const [, names = '', style = ''] of text.matchAll(/([^{}]{1,500})\{([^{}]{0,4000})\}/g))
      for (const name of names.split(',')) {
        const plain = /^\s*\.([\w-]+)\s*$/.exec(name)?.[1]
        if (plain) rules.set(plain, `${rules.get(plain) ?? ''}; ${style}`)
      }
  }
  return rules
}

const isHidden = (col: Element): boolean => parseRawStyle(col.getAttribute('style') ?? '').get('display') === 'none'

/** Removes the cells of hidden spreadsheet columns; runs before the <col> elements are removed. */
export function removeHiddenColumns(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    const cols = [...table.querySelectorAll<HTMLTableColElement>(':scope > col, :scope > colgroup > col')]
    if (!cols.some(isHidden)) continue
    const hidden = cols.flatMap((col) => Array.from({ length: Math.min(col.span, 200) }, () => isHidden(col)))
    /** For each column, the number of further rows that a cell from above covers. */
    const coveredRows: number[] = []
    for (const row of table.rows) {
      let at = 0
      const cells = [...row.cells]
      for (const cell of cells) {
        while ((coveredRows[at] ?? 0) > 0) at += 1
        const { colSpan: span, rowSpan } = cell
        for (let i = 0; i < span; i += 1) coveredRows[at + i] = rowSpan
        const visible = Array.from({ length: span }, (_none, i) => hidden[at + i]).filter((each) => !each).length
        at += span
        if (visible === 0) cell.remove()
        else if (visible < span) cell.colSpan = visible
      }
      for (let i = 0; i < coveredRows.length; i += 1) coveredRows[i] = Math.max(0, (coveredRows[i] ?? 0) - 1)
    }
  }
}

/**
 * Copies the spreadsheet's class styles into the cells, and gives borders to tables without any: the sheet had a grid.
 */
export function applySheetStyles(page: Document): void {
  const rules = classRules(page)
  for (const table of page.querySelectorAll('table')) {
    const cells = [...table.querySelectorAll('td, th')]
    const styles = cells.map((cell) => {
      const classes = [...cell.classList].map((name) => rules.get(name) ?? '')
      const style = parseStyle([...classes, cell.getAttribute('style') ?? ''].join('; '))
      for (const name of ['white-space', 'font-family', 'width', 'height']) style.delete(name)
      return style
    })
    const hasLines = styles.some((style) =>
      [...style].some(([name, value]) => name.startsWith('border') && !value.includes('none')),
    )
    for (const [at, cell] of cells.entries()) {
      const style = styles[at]
      if (!style) continue
      if (!hasLines) style.set('border', BORDER)
      style.set('padding', '4px 8px')
      cell.setAttribute('style', formatStyle(style))
      for (const name of ['class', 'width', 'height', 'nowrap']) cell.removeAttribute(name)
    }
    table.setAttribute('style', `border-collapse: collapse; ${table.getAttribute('style') ?? ''}`)
    for (const name of ['border', 'cellpadding', 'cellspacing', 'width']) table.removeAttribute(name)
  }
}
