import { Mark } from '@tiptap/core'
import { safeLink, WORD_TAGS } from '#shared/domain/htmlRules.ts'
import { parseStyle, formatStyle } from '#shared/domain/htmlStyle.ts'
import { tagOf } from '../html/elements.ts'
import { STYLED_TAGS } from '../html/inlineOrder.ts'
import { preservedAttributes, otherAttributes, ownStyle } from './attributes.ts'

/** Marks whose names differ from their elements. */
const NAMES: Readonly<Record<string, string>> = { sub: 'subscript', sup: 'superscript' }
const EXCLUDES: Readonly<Record<string, string>> = { sub: 'superscript', sup: 'subscript' }
const markOf = (tag: string): string => NAMES[tag] ?? tag

/** Marks that are elements with style and attributes of their own. */
export const WORD_MARKS: readonly string[] = WORD_TAGS.map(markOf)

const word = (tag: string): Mark =>
  Mark.create({
    name: markOf(tag),
    excludes: [markOf(tag), EXCLUDES[tag] ?? ''].filter(Boolean).join(' '),
    addAttributes: () => preservedAttributes(),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const STYLED = new Set<string>(STYLED_TAGS)
const MERGEABLE = new Set<string>([...STYLED, ...WORD_TAGS, 'a'])

/** An element's style merged with those of the elements around it: a text has only one style mark. */
function styleAround(element: HTMLElement): string {
  const around: string[] = []
  for (let each: HTMLElement | null = element; each && MERGEABLE.has(tagOf(each)); each = each.parentElement)
    if (STYLED.has(tagOf(each))) around.unshift(ownStyle(each))
  return around.length === 1 ? (around[0] ?? '') : formatStyle(parseStyle(around.filter(Boolean).join('; ')))
}

/** The style of a `span` (font, size, colours …), or of `strong` and the like beyond their meaning. */
const InlineStyle = Mark.create({
  name: 'inlineStyle',
  priority: 101,
  addAttributes: () => preservedAttributes(styleAround),
  parseHTML: () =>
    STYLED_TAGS.map((tag) => ({
      tag,
      consuming: tag === 'span',
      priority: 60,
      getAttrs: (element: HTMLElement) => (ownStyle(element) || otherAttributes(element) ? null : false),
    })),
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
})

/** A link, or an anchor (`name`). */
const Link = Mark.create({
  name: 'link',
  priority: 1000,
  keepOnSplit: false,
  inclusive: false,
  addAttributes: () => ({
    href: {
      default: null,
      parseHTML: (element) => safeLink(element.getAttribute('href') ?? '') || null,
    },
    ...preservedAttributes(),
  }),
  parseHTML: () => [{ tag: 'a[href], a[name]' }],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
})

export const MARKS = [Link, InlineStyle, ...WORD_TAGS.map(word)]
