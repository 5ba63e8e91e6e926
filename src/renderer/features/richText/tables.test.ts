import { Editor, getSchema } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { PAPER } from '#renderer/ui/layout/paper.ts'
import { resetColumnWidths, narrowColumns, widenColumns } from './columnWidth.ts'
import { parseHtml } from './html/convert.ts'
import { serializeHtml } from './html/output.ts'
import { schemaExtensions } from './schema/schema.ts'
import { insertTable, shadeHeads, styleCells } from './tables.ts'

const editorWith = (html: string): Editor => {
  const extensions = schemaExtensions()
  const content = parseHtml(getSchema(extensions), html).toJSON()
  const editor = new Editor({ extensions, content, injectCSS: false })
  editor.commands.setTextSelection(1)
  return editor
}
const htmlOf = (editor: Editor): string => serializeHtml(editor.state.doc)
const pageOf = (editor: Editor): HTMLElement => {
  const root = document.createElement('div')
  root.innerHTML = htmlOf(editor)
  return root
}
const styles = (editor: Editor, cells: string): string[] =>
  [...pageOf(editor).querySelectorAll(cells)].map((cell) => cell.getAttribute('style') ?? '')
const lineAround = (editor: Editor): string => editor.state.selection.$from.node(-1).type.name

const press = (editor: Editor, key: string): void => {
  const event = new KeyboardEvent('keydown', { key })
  editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event))
}

const SHADE = `background-color: ${PAPER.shade}`

describe('a new table', () => {
  it('stands at the cursor, which is in its first cell, with a line behind it to go on in', () => {
    const editor = editorWith('')
    insertTable(editor, 2, 3)
    editor.commands.insertContent('甲')
    const page = pageOf(editor)
    expect(page.querySelectorAll('tr')).toHaveLength(2)
    expect(page.querySelector('th')?.textContent).toBe('甲')
    expect(page.querySelector('td')?.getAttribute('style')).toContain('border')
    expect(page.lastElementChild?.outerHTML).toBe('<p><br></p>')
  })

  it('parts the line in whose middle it comes, and needs none behind it', () => {
    const editor = editorWith('<p>前后</p>')
    editor.commands.setTextSelection(2)
    insertTable(editor, 2, 2)
    expect(lineAround(editor)).toBe('tableHeader')
    editor.commands.insertContent('甲')
    expect([...pageOf(editor).children].map(({ tagName }) => tagName)).toEqual(['P', 'TABLE', 'P'])
    expect(pageOf(editor).querySelector('th')?.textContent).toBe('甲')
    expect(pageOf(editor).lastElementChild?.textContent).toBe('后')
  })
})

describe('a table that is changed', () => {
  const inTable = (): Editor => {
    const editor = editorWith('')
    insertTable(editor, 2, 2)
    return editor
  }

  it('has new cells like the others, and loses row and looks with one step back', () => {
    const editor = inTable()
    const before = htmlOf(editor)
    editor.chain().addRowAfter().command(styleCells).run()
    const td = styles(editor, 'td')
    expect(td).toHaveLength(4)
    expect(new Set(td).size).toBe(1)
    editor.commands.undo()
    expect(htmlOf(editor)).toBe(before)
  })

  it('has a new header like the headers', () => {
    const editor = inTable()
    editor.chain().addColumnAfter().command(styleCells).run()
    expect(styles(editor, 'th')).toHaveLength(3)
    expect(new Set(styles(editor, 'th')).size).toBe(1)
    expect(styles(editor, 'td').join()).not.toContain(SHADE)
  })

  it('gets a row that looks like the others from the Tab key in its last cell', () => {
    const editor = inTable()
    for (let times = 0; times < 4; times += 1) press(editor, 'Tab')
    expect(styles(editor, 'td')).toHaveLength(4)
    expect(styles(editor, 'td').every((style) => style.includes('border'))).toBe(true)
    editor.commands.insertContent('新')
    expect(pageOf(editor).querySelector('tr:last-child > td')?.textContent).toBe('新')
  })

  it('shades its headers, and takes the shade away with them', () => {
    const editor = inTable()
    editor.chain().toggleHeaderRow().command(shadeHeads).run()
    expect(styles(editor, 'th')).toEqual([])
    expect(styles(editor, 'td').join()).not.toContain(SHADE)
    editor.chain().toggleHeaderColumn().command(shadeHeads).run()
    expect(styles(editor, 'th')).toHaveLength(2)
    expect(styles(editor, 'th').every((style) => style.includes(SHADE))).toBe(true)
  })

  it('joins cells, and parts them again', () => {
    const editor = editorWith(
      '<table><tbody><tr><td style="border: 1px solid red"><p>一</p></td><td style="border: 1px solid red"><p>二</p></td></tr></tbody></table>',
    )
    const cells: number[] = []
    editor.state.doc.descendants((node, at) => void (node.type.name === 'tableCell' && cells.push(at)))
    const [anchorCell = 0, headCell = 0] = cells
    expect(editor.can().mergeCells()).toBe(false)
    editor.commands.setCellSelection({ anchorCell, headCell })
    editor.commands.mergeCells()
    expect(pageOf(editor).querySelectorAll('td')).toHaveLength(1)
    expect(pageOf(editor).querySelector('td')?.getAttribute('colspan')).toBe('2')
    expect(pageOf(editor).textContent).toContain('一二')
    editor.chain().splitCell().command(styleCells).run()
    expect(styles(editor, 'td')).toEqual(['border: 1px solid red', 'border: 1px solid red'])
  })
})

describe('the columns of a table', () => {
  const WIDE =
    '<table style="width: 300px"><colgroup><col style="width: 100px"><col style="width: 200px"></colgroup><tbody><tr><td colspan="2">头</td></tr><tr><td>一</td><td>二</td></tr></tbody></table>'
  const columns = (editor: Editor): string[] => styles(editor, 'col')
  const at = (editor: Editor, text: string): void => {
    editor.state.doc.descendants((node, place) => void (node.text === text && editor.commands.setTextSelection(place)))
  }

  it('are resized without a mouse, also below a cell that spans them, and each step can be undone', () => {
    const editor = editorWith(WIDE)
    at(editor, '二')
    editor.chain().command(widenColumns).run()
    expect(columns(editor)).toEqual(['width: 100px', 'width: 220px'])
    at(editor, '一')
    for (let times = 0; times < 9; times += 1) editor.chain().command(narrowColumns).run()
    expect(columns(editor)).toEqual(['width: 40px', 'width: 220px'])
    editor.commands.undo()
    expect(columns(editor)[1]).toBe('width: 220px')
    editor.chain().command(resetColumnWidths).run()
    expect(columns(editor)[0]).toBe('')
    at(editor, '头')
    editor.chain().command(resetColumnWidths).run()
    expect(columns(editor)).toEqual([])
  })

  it('without widths begin with what is drawn, and lines outside of a table have none', () => {
    const editor = editorWith('')
    insertTable(editor, 2, 2)
    editor.chain().command(widenColumns).run()
    expect(columns(editor)).toEqual(['width: 140px', ''])
    expect(editorWith('<p>文</p>').chain().command(widenColumns).run()).toBe(false)
  })
})
