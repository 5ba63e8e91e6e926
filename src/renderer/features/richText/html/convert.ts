import { DOMParser as DocumentParser, type Node, type Schema } from '@tiptap/pm/model'
import { serializeHtml } from './output.ts'
import { SECTION_TAGS } from '#shared/domain/htmlRules.ts'
import { cleanTree, inertBody } from './elements.ts'
import { MEANINGFUL_ELEMENTS } from './losses.ts'
import { prepare } from './prepare.ts'
import { styleDifferences } from './textLooks.ts'

/** Parses HTML into a document of the editor. */
export const parseHtml = (schema: Schema, html: string): Node => DocumentParser.fromSchema(schema).parse(prepare(html))

const SECTIONS = SECTION_TAGS.join(', ')

/** The text without spaces and invisible characters. */
const textOf = (root: Element): string => (root.textContent ?? '').replace(/[\s\u200b\ufeff]+/g, '')

const MEDIA = 'img, video, audio, hr, table'
const isVisible = (element: Element): boolean =>
  !element.matches(SECTIONS) || textOf(element) !== '' || element.querySelector(MEDIA) !== null

/** Counts the visible elements of a tag; for links, their different targets. */
function countElements(root: Element, tag: string): number {
  const all = [...root.querySelectorAll(tag)].filter(isVisible)
  if (tag !== 'a') return all.length
  return new Set(all.map((each) => each.getAttribute('href') ?? each.getAttribute('name'))).size
}

/** Names, in Chinese, what the editor would change in a page by saving it; empty when nothing. */
export function findLosses(html: string, doc: Node): string[] {
  const before = inertBody(html)
  cleanTree(before)
  for (const image of before.querySelectorAll('img:not([src])')) image.remove()
  const after = inertBody(serializeHtml(doc))
  const lost = MEANINGFUL_ELEMENTS.filter(({ tags }) =>
    tags.some((tag) => countElements(before, tag) > countElements(after, tag)),
  )
  const names = lost.map(({ name }) => name)
  return textOf(before) === textOf(after) ? [...styleDifferences(before, after), ...names] : [...names, '文字']
}
