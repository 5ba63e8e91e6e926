import { type Attributes, Extension } from '@tiptap/core'
import { cleanAttributes } from '#shared/domain/htmlRules.ts'
import { parseStyle, formatStyle } from '#shared/domain/htmlStyle.ts'
import { attributesOf, tagOf } from '../html/elements.ts'
import { htmlOf, textOf } from './read.ts'

/** Attributes that a node has by name; all others that content may carry stay together in `html`. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['src', 'alt'],
  video: ['src', 'poster'],
  audio: ['src'],
  ol: ['start', 'type'],
  td: ['colspan', 'rowspan', 'colwidth'],
  th: ['colspan', 'rowspan', 'colwidth'],
}

/** Styles that the editor has as marks; as styles they would remain after the mark is removed. */
const MARK_STYLES: Readonly<Record<string, RegExp>> = {
  'font-weight': /^(?:bold|bolder|[5-9]00)$/i,
  'font-style': /^italic$/i,
  'text-decoration': /underline|line-through/i,
  'text-decoration-line': /underline|line-through/i,
}

/** An element's style without what the editor has as marks. */
export function ownStyle(element: Element): string {
  const style = parseStyle(element.getAttribute('style') ?? '')
  for (const [name, value] of style) if (MARK_STYLES[name]?.test(value)) style.delete(name)
  return formatStyle(style)
}

/** Other allowed attributes of an element; null for none. */
export function otherAttributes(element: Element): Record<string, string> | null {
  const tag = tagOf(element)
  const { style: _style, ...others } = cleanAttributes(tag, attributesOf(element))
  for (const name of NAMED[tag] ?? []) delete others[name]
  return Object.keys(others).length > 0 ? others : null
}

/** Style and other attributes, kept as they are, because the front page has no other styles. */
export const preservedAttributes = (style: (element: HTMLElement) => string = ownStyle): Attributes => ({
  style: {
    default: null,
    parseHTML: (element) => style(element) || null,
    renderHTML: (attributes) => (attributes.style ? { style: textOf(attributes, 'style') } : {}),
  },
  html: {
    default: null,
    keepOnSplit: false,
    parseHTML: otherAttributes,
    renderHTML: htmlOf,
  },
})

const BLOCK_TYPES =
  'paragraph heading section blockquote codeBlock horizontalRule bulletList orderedList listItem table tableRow tableCell tableHeader'.split(
    ' ',
  )

export const PreservedAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes: () => [{ types: BLOCK_TYPES, attributes: preservedAttributes() }],
})
