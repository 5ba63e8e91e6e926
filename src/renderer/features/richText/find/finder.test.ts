import { Editor, getSchema } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { parseHtml } from '../html/convert.ts'
import { serializeHtml } from '../html/output.ts'
import { schemaExtensions } from '../schema/schema.ts'
import { selectedText, endSearch, Finder, findState, replaceAll, replaceOne, search, step } from './finder.ts'

const editorWith = (html: string): Editor => {
  const extensions = [...schemaExtensions(), Finder]
  const content = parseHtml(getSchema(extensions), html).toJSON()
  const editor = new Editor({ extensions, content, injectCSS: false })
  editor.commands.setTextSelection(1)
  return editor
}
const found = (html: string, query: string, exact = false): number => {
  const editor = editorWith(html)
  search(editor, query, exact)
  return findState(editor).total
}

describe('what is looked for', () => {
  it.each([
    ['<p>a.c abc</p>', 'a.c', 1],
    ['<p>(一) [二] *三* a+b $1 ^ | \\d</p>', '[二]', 1],
    ['<p>(一) [二] *三* a+b $1 ^ | \\d</p>', '*三*', 1],
    ['<p>a+b $1 ^ | \\d</p>', '\\d', 1],
    ['<p>Ocean OCEAN ocean</p>', 'ocean', 3],
    ['<p>海<strong>洋</strong><span style="color: red">科技</span>周</p>', '海洋科技', 1],
    ['<p>海</p><p>洋</p>', '海洋', 0],
    ['<p>海<img src="/files/a.png">洋</p>', '海洋', 0],
    ['<table><tbody><tr><td>海洋</td></tr></tbody></table><ul><li>海洋</li></ul>', '海洋', 2],
    ['<p>𠮷野家😀</p>', '野家', 1],
    ['<p>İstanbul istanbul</p>', 'istanbul', 1],
  ])('in %s for %s', (html, query, count) => expect(found(html, query)).toBe(count))

  it('is case-sensitive on request', () => {
    expect(found('<p>Ocean OCEAN ocean</p>', 'ocean', true)).toBe(1)
  })

  it('is gone through from the cursor on, round and round', () => {
    const editor = editorWith('<p>一二一二一</p>')
    editor.commands.setTextSelection(3)
    search(editor, '一', false)
    expect(findState(editor).current).toBe(1)
    step(editor, 1)
    step(editor, 1)
    expect(findState(editor).current).toBe(0)
    step(editor, -1)
    expect(findState(editor).current).toBe(2)
    expect(editor.state.selection).toMatchObject({ from: 5, to: 6 })
    endSearch(editor)
    expect(findState(editor)).toEqual({ total: 0, current: -1 })
  })

  it('is found when it is written after there was none', () => {
    const editor = editorWith('<p>一</p>')
    search(editor, '海', false)
    expect(findState(editor).current).toBe(-1)
    editor.commands.insertContentAt(2, '海')
    expect(findState(editor).total).toBe(1)
    step(editor, 1)
    expect(editor.state.selection).toMatchObject({ from: 2, to: 3 })
  })

  it('begins as the chosen text, when that is part of a line', () => {
    const editor = editorWith('<p>海洋科技</p><p>周</p>')
    editor.commands.setTextSelection({ from: 1, to: 3 })
    expect(selectedText(editor)).toBe('海洋')
    editor.commands.setTextSelection({ from: 3, to: 8 })
    expect(selectedText(editor)).toBe('')
  })
})

describe('replacing', () => {
  it('keeps the look of what was there, with signs that mean nothing', () => {
    const editor = editorWith('<p>前<strong>海洋</strong>后</p>')
    search(editor, '海洋', false)
    replaceOne(editor, '$& $1 \\n')
    expect(serializeHtml(editor.state.doc)).toBe('<p>前<strong>$&amp; $1 \\n</strong>后</p>')
  })

  it('goes on behind what it has put in', () => {
    const editor = editorWith('<p>海海</p>')
    search(editor, '海', false)
    replaceOne(editor, '海洋')
    replaceOne(editor, '海洋')
    expect(editor.getText()).toBe('海洋海洋')
  })

  it('of all is one step to undo, across marks and lines', () => {
    const editor = editorWith('<p>海<em>洋</em>海洋</p><ul><li>海洋</li></ul>')
    const before = serializeHtml(editor.state.doc)
    search(editor, '海洋', false)
    expect(replaceAll(editor, '湖')).toBe(3)
    expect(editor.state.doc.textContent).toBe('湖湖湖')
    editor.commands.undo()
    expect(serializeHtml(editor.state.doc)).toBe(before)
    editor.commands.redo()
    expect(editor.state.doc.textContent).toBe('湖湖湖')
  })
})
