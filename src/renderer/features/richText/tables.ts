import type { Command, Editor, JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import { parseStyle, withStyle } from '#shared/domain/htmlStyle.ts'
import { PAPER } from '#renderer/ui/layout/paper.ts'
import { textOf } from './schema/read.ts'

const CELL = `border: 1px solid ${PAPER.line}; padding: 6px 10px`
const HEAD = `${CELL}; background-color: ${PAPER.shade}`

/** The table around the cursor, and the position where its content begins. */
function tableAt({ selection: { $from } }: { selection: Selection }): { table: Node; start: number } | null {
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === 'table') return { table: $from.node(depth), start: $from.start(depth) }
  return null
}

type Role = 'cell' | 'header_cell'
const roleOf = (node: Node): unknown => node.type.spec.tableRole

/** The style of the first styled cell of a kind in a table; '' for none. */
function styleOf(table: Node, role: Role): string {
  let style = ''
  table.descendants((node) => {
    if (roleOf(node) === role) style ||= textOf(node.attrs, 'style')
    return !style
  })
  return style
}

/** Creates a command that changes the styles of all cells of the table around the cursor. */
const createStyleCommand =
  (change: (table: Node) => (cell: Node, style: string) => string): Command =>
  ({ tr }) => {
    const found = tableAt(tr)
    if (!found) return false
    const styleFor = change(found.table)
    found.table.forEach((row, at) =>
      row.forEach((cell, inRow) => {
        const before = textOf(cell.attrs, 'style')
        const after = styleFor(cell, before)
        if (after !== before) tr.setNodeAttribute(found.start + at + 1 + inRow, 'style', after || null)
      }),
    )
    return true
  }

/**
 * Writes borders and padding into the cells' own styles, because the front page has none for tables. Cells that have
 * some keep them.
 */
export const styleCells: Command = createStyleCommand((table) => {
  const plain = styleOf(table, 'cell')
  const head = styleOf(table, 'header_cell') || plain
  return (cell, style) => style || (roleOf(cell) === 'header_cell' ? head : plain)
})

/** Shades header cells, and removes the shade from cells that are no longer headers. Other colours are kept. */
export const shadeHeads: Command = createStyleCommand(() => (cell, style) => {
  const shade = parseStyle(style).get('background-color') ?? ''
  if (roleOf(cell) === 'header_cell')
    return shade || !style ? style : withStyle(style, { 'background-color': PAPER.shade })
  return shade === PAPER.shade ? withStyle(style, { 'background-color': '' }) : style
})

/** Inserts a table at the cursor; at the end of the text with an empty line after it. */
export function insertTable(editor: Editor, rows: number, columns: number): void {
  const cells = (type: string, style: string): JSONContent[] =>
    Array.from({ length: columns }, () => ({ type, attrs: { style }, content: [{ type: 'paragraph' }] }))
  const head = { type: 'tableRow', content: cells('tableHeader', HEAD) }
  const body = Array.from({ length: rows - 1 }, () => ({ type: 'tableRow', content: cells('tableCell', CELL) }))
  const style = 'width: 100%; border-collapse: collapse'
  const at = editor.state.selection.from
  editor
    .chain()
    .focus()
    .insertContent({ type: 'table', attrs: { style }, content: [head, ...body] })
    .command(({ tr, state }) => {
      const paragraph = state.schema.nodes.paragraph
      if (tr.doc.lastChild?.type.name === 'table' && paragraph)
        tr.insert(tr.doc.content.size, paragraph.create({ tag: 'p' }))
      // Puts the cursor into the first cell.
      tr.setSelection(Selection.near(tr.doc.resolve(at + 3)))
      return true
    })
    .run()
}
