import type { Attribute, Attributes } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow, TableView } from '@tiptap/extension-table'
import type { Node } from '@tiptap/pm/model'
import { parseStyle } from '#shared/domain/htmlStyle.ts'
import { tagOf } from '../html/elements.ts'
import { htmlOf, numberOf, textOf } from './read.ts'
import { elementWith } from './ruby.ts'
import { styleCells } from '../tables.ts'

/** The table section (head, body, foot) of a row; removed on output. */
export const PART = 'data-part'

/** The `colgroup` with relative widths, which cells can't have; null without one, or after the columns changed. */
function validColumnGroup(node: Node): Element | null {
  const group = elementWith('table', textOf(node.attrs, 'columns')).querySelector('colgroup')
  const count = [...(group?.querySelectorAll('col') ?? [])].reduce((sum, col) => sum + col.span, 0)
  let current = 0
  let hasCellWidths = false
  node.firstChild?.forEach((cell) => {
    current += numberOf(cell.attrs, 'colspan')
    hasCellWidths ||= cell.attrs.colwidth !== null
  })
  return count === current && !hasCellWidths ? group : null
}

/** Outer HTML of a table's `colgroup` with widths in percent; '' for none. */
function columnsOf(table: HTMLElement): string {
  const group = table.querySelector(':scope > colgroup')
  const cols = [...(group?.querySelectorAll('col') ?? [])]
  const isRelative = cols.some((col) =>
    /%/.test(`${col.getAttribute('width') ?? ''} ${col.getAttribute('style') ?? ''}`),
  )
  return isRelative ? (group?.outerHTML ?? '') : ''
}

/** A table view whose element has all attributes, the caption and the column widths of the HTML. */
class CompleteTableView extends TableView {
  constructor(node: Node, cellMinWidth: number) {
    super(node, cellMinWidth)
    for (const [name, value] of Object.entries(htmlOf(node.attrs))) this.table.setAttribute(name, value)
    this.keepWidth()
    this.showCaption(node)
    this.showColumns(node)
  }

  override update(node: Node): boolean {
    const same = super.update(node)
    if (same) {
      this.keepWidth()
      this.showCaption(node)
      this.showColumns(node)
    }
    return same
  }

  /** Shows the caption, which can only be changed in the source. */
  private showCaption(node: Node): void {
    const captionHtml = textOf(node.attrs, 'caption')
    const shown = this.table.querySelector(':scope > caption')
    if ((shown?.outerHTML ?? '') === captionHtml) return
    shown?.remove()
    const caption = captionHtml ? elementWith('table', captionHtml).firstElementChild : null
    if (!caption) return
    caption.setAttribute('contenteditable', 'false')
    this.table.prepend(caption)
  }

  /** Shows relative column widths. */
  private showColumns(node: Node): void {
    const group = validColumnGroup(node)
    if (!group) return
    for (const [at, col] of [...group.querySelectorAll('col')].entries()) {
      const shown = this.colgroup.children[at]
      const style = parseStyle(col.getAttribute('style') ?? '')
      if (shown instanceof HTMLElement) shown.style.width = style.get('width') ?? col.getAttribute('width') ?? ''
    }
  }

  /** Sets the table's own width, which TableView removes for columns without widths. */
  private keepWidth(): void {
    const style = parseStyle(textOf(this.node.attrs, 'style'))
    for (const name of ['width', 'min-width']) {
      const value = style.get(name)
      if (value) this.table.style.setProperty(name, value)
    }
  }
}

const number = (element: HTMLElement, name: string): number => Number(element.getAttribute(name)) || 1
const span = (name: 'colspan' | 'rowspan'): Attribute => ({
  default: 1,
  parseHTML: (element) => number(element, name),
  renderHTML: (attributes) => (numberOf(attributes, name) > 1 ? { [name]: numberOf(attributes, name) } : {}),
})
const spans = (): Attributes => ({
  colspan: span('colspan'),
  rowspan: span('rowspan'),
  /** px of each column that the cell spans. */
  colwidth: {
    default: null,
    parseHTML: (element) => {
      const widths = (element.getAttribute('colwidth') ?? '').split(',').map(Number)
      return widths.length === number(element, 'colspan') && widths.every((width) => width > 0) ? widths : null
    },
    renderHTML: ({ colwidth }: Record<string, unknown>) =>
      Array.isArray(colwidth) ? { colwidth: colwidth.join(',') } : {},
  },
})

export const TABLES = [
  Table.extend({
    // A row that Tab adds gets the cell styles of the others.
    addKeyboardShortcuts() {
      const { editor } = this
      return {
        ...this.parent?.(),
        Tab: () => {
          if (editor.commands.goToNextCell()) return true
          if (!editor.can().addRowAfter()) return false
          return editor.chain().addRowAfter().command(styleCells).goToNextCell().run()
        },
      }
    },
    addAttributes() {
      return {
        ...this.parent?.(),
        /** Outer HTML of the table's heading; '' for none. */
        caption: {
          default: '',
          rendered: false,
          parseHTML: (element: HTMLElement) => element.querySelector(':scope > caption')?.outerHTML ?? '',
        },
        /** Outer HTML of columns with relative widths; '' for none. */
        columns: { default: '', rendered: false, parseHTML: columnsOf },
      }
    },
    // The caption is kept in the table's attribute, not as a node.
    parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
    renderHTML: ({ node, HTMLAttributes }) => {
      const caption = elementWith('table', textOf(node.attrs, 'caption')).firstElementChild
      const before = [caption, validColumnGroup(node)].filter((each) => each !== null)
      return ['table', HTMLAttributes, ...before, ['tbody', 0]]
    },
  }).configure({ resizable: true, View: CompleteTableView, cellMinWidth: 40 }),
  TableRow.extend({
    addAttributes: () => ({
      part: {
        default: 'tbody',
        parseHTML: (element) =>
          element.getAttribute(PART) ?? (element.parentElement ? tagOf(element.parentElement) : 'tbody'),
        renderHTML: ({ part }: Record<string, unknown>) =>
          part === 'thead' || part === 'tfoot' ? { [PART]: part } : {},
      },
    }),
  }),
  TableCell.extend({
    addAttributes: spans,
    renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
  }),
  TableHeader.extend({
    addAttributes: spans,
    renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
  }),
]
