import { DOMParser as DocumentParser, type Node, type Schema } from '@tiptap/pm/model'
import { outputOf } from './output.ts'
import { prepare } from './prepare.ts'

/** Elements that say something; others only lay out. */
const TELLING = [
  'img',
  'video',
  'audio',
  'table',
  'tr',
  'td',
  'th',
  'a',
  'li',
  'blockquote',
  'pre',
  'hr',
  'h1',
  'h2',
  'h3',
  'section',
  'div',
]

/** HTML as a document of the editor. */
export const documentOf = (schema: Schema, html: string): Node => DocumentParser.fromSchema(schema).parse(prepare(html))

/** What of a page the editor would lose by keeping it: names of elements, or 文字. Empty: nothing. */
export function lossOf(html: string, doc: Node): string[] {
  const before = prepare(html)
  const after = prepare(outputOf(doc))
  const text = (root: Element): string => (root.textContent ?? '').replace(/\s+/g, '')
  const lost = TELLING.filter((tag) => before.querySelectorAll(tag).length > after.querySelectorAll(tag).length)
  return text(before) === text(after) ? lost : [...lost, '文字']
}
