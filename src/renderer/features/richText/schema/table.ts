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

/** The columns of a table whose widths are parts of it, which cells can't say; null for none, and when there are other columns now. */
function keptColumns(node: Node): Element | null {
  const group = elementWith('table', textOf(node.attrs, 'columns')).querySelector('colgroup')
  const count = [...(group?.querySelectorAll('col') ?? [])].reduce((sum, col) => sum + col.span, 0)
  let now = 0
  let isSaid = false
  node.firstChild?.forEach((cell) => {
    now += numberOf(cell.attrs, 'colspan')
    isSaid ||= cell.attrs.colwidth !== null
  })
  return count === now && !isSaid ? group : null
}

/** Columns of a page's table, when a width among them is a part of it. */
function columnsOf(table: HTMLElement): string {
  const group = table.querySelector(':scope > colgroup')
  const cols = [...(group?.querySelectorAll('col') ?? [])]
  const isPart = cols.some((col) => /%/.test(`${col.getAttribute('width') ?? ''} ${col.getAttribute('style') ?? ''}`))
  return isPart ? (group?.outerHTML ?? '') : ''
}

/** A table whose element in the editor has all that it has in the HTML. */
class ShownTable extends TableView {
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

  /** A table's heading stands above it; it is changed in its dialog or the source. */
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

  /** Widths that are parts of the table's. */
  private showColumns(node: Node): void {
    const columnsHtml = keptColumns(node)
    if (!columnsHtml) return
    for (const [at, col] of [...columnsHtml.querySelectorAll('col')].entries()) {
      const shown = this.colgroup.children[at]
      const style = parseStyle(col.getAttribute('style') ?? '')
      if (shown instanceof HTMLElement) shown.style.width = style.get('width') ?? col.getAttribute('width') ?? ''
    }
  }

  /** Columns without widths would take the table's own away. */
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
      const before = [caption, keptColumns(node)].filter((each) => each !== null)
      return ['table', HTMLAttributes, ...before, ['tbody', 0]]
    },
  }).configure({ resizable: true, View: ShownTable, cellMinWidth: 40 }),
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
