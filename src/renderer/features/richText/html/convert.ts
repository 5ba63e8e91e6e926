import { DOMParser as DocumentParser, type Node, type Schema } from '@tiptap/pm/model'
import { outputOf } from './output.ts'
import { SECTION_TAGS } from '#shared/domain/htmlRules.ts'
import { cleanTree, inertBody } from './elements.ts'
import { TELLING } from './losses.ts'
import { prepare } from './prepare.ts'
import { styleDifferences } from './textLooks.ts'

/** Parses HTML into a document of the editor. */
export const documentOf = (schema: Schema, html: string): Node => DocumentParser.fromSchema(schema).parse(prepare(html))

const SECTIONS = SECTION_TAGS.join(', ')

/** The text as it counts: marks of nothing to read are none. */
const textOf = (root: Element): string => (root.textContent ?? '').replace(/[\s\u200b\ufeff]+/g, '')

const MEDIA = 'img, video, audio, hr, table'
const isSeen = (element: Element): boolean =>
  !element.matches(SECTIONS) || textOf(element) !== '' || element.querySelector(MEDIA) !== null

/** How many elements of a name there are; of links, how many places they lead to. */
function countOf(root: Element, tag: string): number {
  const all = [...root.querySelectorAll(tag)].filter(isSeen)
  if (tag !== 'a') return all.length
  return new Set(all.map((each) => each.getAttribute('href') ?? each.getAttribute('name'))).size
}

/** What the editor would change in the page by saving it, in Chinese; empty when nothing. */
export function lossOf(html: string, doc: Node): string[] {
  const before = inertBody(html)
  cleanTree(before)
  for (const image of before.querySelectorAll('img:not([src])')) image.remove()
  const after = inertBody(outputOf(doc))
  const lost = TELLING.filter(({ tags }) => tags.some((tag) => countOf(before, tag) > countOf(after, tag)))
  const names = lost.map(({ name }) => name)
  return textOf(before) === textOf(after) ? [...styleDifferences(before, after), ...names] : [...names, '文字']
}
