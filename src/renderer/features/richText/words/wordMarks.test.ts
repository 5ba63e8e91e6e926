import { Editor, getSchema } from '@tiptap/core'
import { expect, it } from 'vitest'
import { parseHtml } from '../html/convert.ts'
import { serializeHtml } from '../html/output.ts'
import { schemaExtensions } from '../schema/schema.ts'
import { markWords, showWord, WordMarks } from './wordMarks.ts'

const editorWith = (html: string): Editor => {
  const extensions = [...schemaExtensions(), WordMarks]
  const editor = new Editor({
    extensions,
    content: parseHtml(getSchema(extensions), html).toJSON(),
    element: document.createElement('div'),
  })
  editor.commands.setTextSelection(1)
  return editor
}
const marked = (editor: Editor): string[] =>
  [...editor.view.dom.querySelectorAll('.marked-word')].map((each) => each.textContent || each.tagName)
const chosen = ({ state: { doc, selection } }: Editor): string => doc.textBetween(selection.from, selection.to, '', '|')

it('marks words where they stand, also hidden ones and those of a description, and writes nothing of it out', () => {
  const html = '<p>最高级，最 <b>高</b>.级</p><p><img src="/a.png" alt="最高级的图"></p><p>最</p><p>高级</p>'
  const editor = editorWith(html)
  const before = serializeHtml(editor.state.doc)
  markWords(editor, ['最高级'])
  expect(marked(editor).join('/')).toMatch(/^最高级\/最 \/高\/\.级\/IMG$/)
  expect(serializeHtml(editor.state.doc)).toBe(before)
  markWords(editor, [])
  expect(marked(editor)).toEqual([])
})

it('goes from one place of a word to the next and from the last to the first; marks follow what is typed', () => {
  const editor = editorWith('<p>甲乙，丙丁</p><p>甲 乙</p>')
  markWords(editor, ['甲乙', '丙丁'])
  editor.commands.setTextSelection(2)
  for (const text of ['甲 乙', '甲乙', '甲 乙']) {
    showWord(editor, '甲乙')
    expect(chosen(editor)).toBe(text)
  }
  showWord(editor, '丙丁')
  expect(chosen(editor)).toBe('丙丁')
  editor.commands.insertContent('戊甲乙')
  expect(marked(editor)).toEqual(['甲乙', '甲乙', '甲 乙'])
})
